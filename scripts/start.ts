/** `npm start`: builds the pages if anything they are made of has changed, then runs the site in this process. */
import { buildIfNeeded } from './build.ts';

process.env.NODE_ENV ??= 'production';
await buildIfNeeded();
await import('../src/app/main.ts');
