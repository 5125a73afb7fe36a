/** `npm start`: builds the pages if anything they are made of has changed, then runs the site in this process. */
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { loadEnvFile } from '#platform/env-file.ts';
import { memorySettings } from '#platform/memory-settings.ts';
import { buildIfNeeded, NotBuilt } from './build.ts';

// The same process from its beginning, once.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...memorySettings,
  });

loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
process.env.NODE_ENV ??= 'production';
await buildIfNeeded().catch((error: unknown) => {
  console.error(error instanceof NotBuilt ? error.message : error);
  process.exit(1);
});
// Types once stripped and code once compiled, also for the worker's thread: half the time to start, a fifth less memory.
process.env.NODE_COMPILE_CACHE ??= join(resolve(import.meta.dirname, '..'), 'dist/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('../src/app/main.ts');
