/** The built site with the settings of .env; `scripts/start.ts` starts it. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnvFile } from '#platform/config/env-file.ts';

const root = resolve(import.meta.dirname, '..');
loadEnvFile(join(root, '.env'));
await import(pathToFileURL(join(root, 'dist/server/site.js')).href);
