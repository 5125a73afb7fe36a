import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const folder = resolve(root, 'dist/server');

/**
 * The server of `npm start`: the web process and the worker's thread, each with the packages that a start loads, in a few files instead
 * of a thousand. Threads and processes that end when they are idle run from src/. docs/decisions/0022 has the figures.
 */
export default defineConfig({
  plugins: [placesInSource()],
  ssr: {
    noExternal: ['kysely', 'zod', 'hono', /^@hono\//, '@asteasolutions/zod-to-openapi', 'openapi3-ts', 'lru-cache'],
  },
  build: {
    ssr: true,
    target: 'node24',
    // Stack traces name the functions of the sources.
    minify: false,
    rolldownOptions: {
      input: { site: 'src/app/main.ts', worker: 'src/app/worker/worker-thread.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
    },
  },
});

/** Modules look for files beside themselves: in the bundle still beside their source, but for the worker's thread. */
function placesInSource(): Plugin {
  return {
    name: 'places-in-source',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.+\.ts$/, code: /import\.meta\.(url|dirname)|development-server\.ts/ },
      handler: (code, id) => {
        const file = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`;
        const parent = `new URL(${JSON.stringify(dirname(relative(folder, id)))}, import.meta.url)`;
        return code
          .replaceAll(/new URL\(([^()]*), import\.meta\.url\)/g, (_, path: string) =>
            path.includes('worker-thread') ? "new URL('./worker.js', import.meta.url)" : `new URL(${path}, ${file})`,
          )
          .replaceAll('createRequire(import.meta.url)', `createRequire(${file})`)
          .replaceAll('import.meta.dirname', `fileURLToPath(${parent})`)
          .replaceAll("import('./development-server.ts')", `import(new URL('development-server.ts', ${file}).href)`)
          .replace(
            /^(?![\s\S]*import \{[^}]*\bfileURLToPath\b)(?=[\s\S]*fileURLToPath\()/,
            "import { fileURLToPath } from 'node:url';\n",
          );
      },
    },
  };
}
