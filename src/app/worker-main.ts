/** The mail worker as a process of its own (`npm run worker`), beside web processes on the same database. */
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { startWarnings } from './operator/start-messages.ts';
import { runWorker } from './worker/worker.ts';

await start().catch((error: unknown) => {
  const isOurs = error instanceof ConfigError || error instanceof DatabaseError;
  console.error(isOurs ? error.message : error);
  process.exit(1);
});

async function start(): Promise<void> {
  for (const line of misspeltSettings(process.env)) console.warn(line);
  const worker = await runWorker(process.env);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await worker.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  console.log('The mail worker is running.');
  for (const warning of startWarnings(readConfig(process.env))) console.log(warning);
}
