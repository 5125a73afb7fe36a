/** `npm start`: builds the pages if their sources have changed, then runs the site. */
import { join, resolve } from 'node:path';
import { memorySettings } from '#platform/fast/memory-settings.ts';
import { buildIfNeeded, NotBuilt } from './build.ts';

process.env.NODE_ENV ??= 'production';
await buildIfNeeded().catch((error: unknown) => {
  console.error(error instanceof NotBuilt ? error.message : error);
  process.exit(1);
});

const site = resolve(import.meta.dirname, 'site.ts');
const env = {
  ...memorySettings,
  NODE_COMPILE_CACHE: join(resolve(import.meta.dirname, '..'), 'dist/compiled'),
  ...process.env,
};
// The site replaces this process: the same process id for signals, none of the build's memory, and the C library reads its settings.
if (process.execve && process.platform !== 'win32') process.execve(process.execPath, [process.execPath, site], env);
await import('./site.ts');
