import { expect, onTestFinished, test, vi } from 'vitest';
import { TooMany } from '#platform/errors.ts';
import { createThreadRunner, TookTooLong } from './threads.ts';

/** A thread that doubles a number, and knows five words. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      if (task === 'for ever') for (;;);
      if (task === 'end') process.exit();
      if (task === 'fall') throw new Error('It fell');
      if (task === 'fill') for (const all = []; ; ) all.push({ text: 'x' + all.length });
      if (task === 'fail') return parentPort.postMessage({ failure: 'It was told to' });
      parentPort.postMessage({ result: task * 2 });
    });
  `)}`,
);
type Task = number | 'for ever' | 'end' | 'fail' | 'fall' | 'fill';

test('tasks run one after the other, and a failing one does not stop the others', async () => {
  const ask = createThreadRunner<Task, number>(script, { longestMs: 60_000 });
  const all = await Promise.allSettled([ask(1), ask('fail'), ask(2), ask('end'), ask(3)]);
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    2,
    'It was told to',
    4,
    'The thread ended',
    6,
  ]);
});

test('under `node --watch`, as in npm run dev, a thread answers only its results', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const ask = createThreadRunner<Task, number>(script, { longestMs: 60_000 });
  expect(await ask(1)).toBe(2);
});

test('a thread that crashes, also for lack of memory, does not lose waiting tasks', async () => {
  const ask = createThreadRunner<Task, number>(script, { longestMs: 60_000, mostMegabytes: 64 });
  const all = await Promise.allSettled([ask('fall'), ask(1), ask('fill'), ask(2)]);
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'It fell',
    2,
    expect.stringContaining('needed more than 64 MB'),
    4,
  ]);
});

test('a task that does not end is given up after its time', async () => {
  const ask = createThreadRunner<Task, number>(script, { longestMs: 3_000 });
  await expect(ask('for ever')).rejects.toThrow(TookTooLong);
  expect(await ask(4)).toBe(8);
});

test('too many tasks at once are refused with a 503', async () => {
  const ask = createThreadRunner<Task, number>(script, { longestMs: 60_000 });
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => ask(1)));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as Error).constructor)).toEqual(Array(5).fill(TooMany));
});
