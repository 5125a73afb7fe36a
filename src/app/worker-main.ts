/** The mail worker as a process of its own (`npm run worker`), beside web processes on the same database. */
import { readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import { refuseWithoutDatabase } from '#platform/db/database-file.ts';
import { finishInterruptedSwap } from '#platform/db/snapshot/swap-in.ts';
import { printStartFailure, startWarnings } from './operator/start-messages.ts';
import { runWorker } from './worker/worker.ts';

await start().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  for (const line of misspeltSettings(process.env)) console.warn(line);
  // A restore that was cut off may have the database in its own folder.
  if (!config.databaseUrl) await finishInterruptedSwap(config.dataDir);
  refuseWithoutDatabase(config);
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
  if (config.databaseUrl && !config.s3)
    console.log(`Pictures are in ${config.dataDir}: all processes must share that folder, or a bucket (S3_ENDPOINT).`);
  for (const warning of startWarnings(config)) console.log(warning);
}
