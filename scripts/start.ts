/** `npm start`: builds the pages if their sources have changed, then runs the site as Node runs it best. */
import { join, resolve } from 'node:path';
import { memorySettings, nodeFlags } from '#platform/fast/node-settings.ts';
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
// The site replaces this process: same process id, so that signals reach it, and none of the build's memory.
if (process.execve && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...nodeFlags, site], env);
await import('./site.ts');
