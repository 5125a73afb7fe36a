/** Mail workers that die while a real Postfix takes the mails: no one is lost. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import { isIssueDone, queueMails, startMailWorker } from '#tests/support/mail-workers.ts';
import { eventually } from '#tests/support/smtp.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const subscribers = Number(process.env.CRASH_READERS ?? 1000);
const [newcomers, welcomed] = [5, 50];
const kills = Number(process.env.CRASH_KILLS ?? 20);
/** As many mails are under way at once: more cannot arrive twice by one kill. */
const connections = 5;

type Postfix = Awaited<ReturnType<typeof startPostfix>>;

async function untilDelivered(postfix: Postfix, count: number): Promise<void> {
  await eventually(() => postfix.deliveredCount() >= count, 120_000);
}

/** How many mails came twice; fails when someone has none, or two different ones. */
function countRepeats(postfix: Postfix): number {
  const delivered = postfix.delivered();
  const bySubscriber = Map.groupBy(delivered, ({ to }) => to);
  expect(bySubscriber.size).toBe(subscribers + newcomers + welcomed);
  for (const mails of bySubscriber.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  return delivered.length - bySubscriber.size;
}

async function endInOrder(worker: ChildProcess): Promise<void> {
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
}

describe.skipIf(!hasPostfix).each(everyEngine)('a storm of kills through Postfix, on %s', (engine) => {
  test(`${kills} kills lose none of ${subscribers} subscribers`, async () => {
    await using postfix = await startPostfix();
    await using database = await freshDatabase(engine);
    await queueMails(database, { subscribers, newcomers, welcomed });
    for (let kill = 0; kill < kills; kill++) {
      const worker = startMailWorker(database, postfix.url);
      await untilDelivered(postfix, Math.ceil(((kill + Math.random()) * (subscribers - 50)) / kills) + 1);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    const worker = startMailWorker(database, postfix.url);
    await eventually(() => isIssueDone(database), 120_000);
    await untilDelivered(postfix, subscribers + newcomers + welcomed);
    await endInOrder(worker);
    const twice = countRepeats(postfix);
    console.log(`${engine}: ${kills} kills, ${subscribers} subscribers, 0 lost, ${twice} twice`);
    expect(twice).toBeLessThanOrEqual(kills * connections);
    const states = await database.db
      .selectFrom('mails')
      .where('issueId', 'is not', null)
      .select('state')
      .distinct()
      .execute();
    expect(states).toEqual([{ state: 'sent' }]);
  });
});
