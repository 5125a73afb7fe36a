/** `npm start`: builds the pages if anything they are made of has changed, then runs the site in this process. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfNeeded } from './build.ts';

const settings = join(resolve(import.meta.dirname, '..'), '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
process.env.NODE_ENV ??= 'production';
await buildIfNeeded();
await import('../src/app/main.ts');
