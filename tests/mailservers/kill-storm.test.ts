/** Mail workers that die while a real Postfix takes the mails: nobody twice, nobody missing without being named unsure. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import { expectOnceOrNamed, isIssueDone, queueMails, startMailWorker } from '#tests/support/mail-workers.ts';
import { eventually } from '#tests/support/smtp.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const subscribers = Number(process.env.CRASH_READERS ?? 1000);
const [newcomers, welcomed] = [5, 50];
const kills = Number(process.env.CRASH_KILLS ?? 20);
/** As many are under way at once, five of a newsletter and five others: more cannot be unsure by one kill. */
const underWay = 10;

type Postfix = Awaited<ReturnType<typeof startPostfix>>;

async function untilDelivered(postfix: Postfix, count: number): Promise<void> {
  await eventually(() => postfix.deliveredCount() >= count, 120_000);
}

async function endInOrder(worker: ChildProcess): Promise<void> {
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
}

describe.skipIf(!hasPostfix).each(everyEngine)('kills in quick succession through Postfix, on %s', (engine) => {
  test(`${kills} kills send nothing twice and lose none of ${subscribers} subscribers`, async () => {
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
    await endInOrder(worker);
    const all = subscribers + newcomers + welcomed;
    const isTaken = ({ state }: { state: string }) => state === 'sent';
    const rows = await database.db.selectFrom('mails').select('state').execute();
    await untilDelivered(postfix, rows.filter(isTaken).length);
    const unsure = await expectOnceOrNamed(database, postfix.delivered());
    const missing = all - postfix.deliveredCount();
    console.log(
      `${engine}: ${kills} kills, ${all} mails, 0 twice, ${unsure.length} not confirmed, ${missing} of them not arrived`,
    );
    expect(rows).toHaveLength(all);
    expect(unsure.length).toBeLessThanOrEqual(kills * underWay);
  });
});
