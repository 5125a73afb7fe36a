/** The built site with the settings of .env; `scripts/start.ts` starts it. */
import { join, resolve } from 'node:path';
import { loadEnvFile } from '#platform/config/env-file.ts';

loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
await import('../src/app/main.ts');
