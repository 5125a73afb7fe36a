/** The mail worker as a thread of the web process, so that composing mails delays no page. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

if (!parentPort) throw new Error('This file runs as a worker thread; `npm run worker` starts a process.');
const port = parentPort;

// Pages go before mails, even while this thread loads its modules. Outside of Linux the priority would apply to the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const { runWorker } = await import('./worker.ts');
const worker = await runWorker(process.env);
let isStopping = false;

port.on('message', (message) => {
  if (message === 'stop') void stop();
});
port.postMessage('ready');

/** Ends the thread even when a connection does not close. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await worker.stop();
  // In a thread this ends only the thread.
  process.exit(0);
}
