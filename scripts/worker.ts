/** `npm run worker`: the mail worker as a process of its own, with the settings of .env. */
import { join, resolve } from 'node:path';
import { loadEnvFile } from '#platform/config/env-file.ts';

loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
await import('../src/app/worker-main.ts');
