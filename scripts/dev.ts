/** `npm run dev`: the site from its sources, with hot reload. */
process.env.NODE_ENV = 'development';
await import('../src/app/main.ts');

export {};
