/** `npm start`: builds the pages if their sources have changed, then runs the site. */
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { memorySettings, smallYoungGeneration } from '#platform/fast/process-memory.ts';
import { buildIfNeeded, NotBuilt } from './build.ts';

process.env.NODE_ENV ??= 'production';
await buildIfNeeded().catch((error: unknown) => {
  console.error(error instanceof NotBuilt ? error.message : error);
  process.exit(1);
});

const site = resolve(import.meta.dirname, 'site.ts');
process.env.NODE_COMPILE_CACHE ??= join(resolve(import.meta.dirname, '..'), 'dist/compiled');
const env = { ...memorySettings, ...process.env };
const command = [process.execPath, ...process.execArgv, smallYoungGeneration, site];
// The site replaces this process: it keeps the process id for signals, frees the build's memory, and lets the C library read its settings.
if (process.execve && process.platform !== 'win32') process.execve(process.execPath, command, env);
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./site.ts');
