/**
 * The breaker: while the mail server takes no mail at all, nothing is handed over but one mail a minute as a probe. It opens
 * at the first failure that is the server's, and closes with the first mail that the server takes.
 */
import { subscriberEmailKinds } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import type { Db } from '#platform/db/db.ts';

/** At most this long after its return the server is tried. */
export const probeEveryMs = 60_000;
/** After so long what waits for its next attempt is tried at once: the wait was for the server. */
const longHoldMs = 10 * 60_000;

export type Breaker = { openSince: string; reason: string };

export async function readBreaker(db: Db): Promise<Breaker | null> {
  const row = await db.selectFrom('mailBreaker').select(['openSince', 'reason']).executeTakeFirst();
  return row ?? null;
}

/** Answers whether it was closed before. */
export async function openBreaker(trx: Db, reason: string, now: Date): Promise<boolean> {
  const isOpen = (await readBreaker(trx)) !== null;
  const openSince = now.toISOString();
  const nextProbeAt = new Date(now.getTime() + probeEveryMs).toISOString();
  await trx
    .insertInto('mailBreaker')
    .values({ id: 1, openSince, reason: reason.slice(0, 1000), nextProbeAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ reason: reason.slice(0, 1000) }))
    .execute();
  return !isOpen;
}

export async function closeBreaker(trx: Db, now: Date): Promise<void> {
  const closed = await trx.deleteFrom('mailBreaker').returning('openSince').executeTakeFirst();
  if (!closed) return;
  if (now.getTime() - Date.parse(closed.openSince) >= longHoldMs)
    await trx
      .updateTable('mails')
      .set({ nextAttemptAt: now.toISOString() })
      .where('issueId', 'is', null)
      .where('kind', 'in', subscriberEmailKinds)
      .where('state', '=', 'retry')
      .execute();
  const issues = await trx.selectFrom('issues').select('id').where('state', '=', 'sending').execute();
  for (const { id } of issues) await dueAtOnce(trx, id, { since: closed.openSince, now });
  await trx.updateTable('issues').set({ nextProbeAt: now.toISOString() }).where('heldSince', 'is not', null).execute();
}

/** When the next mail may be tried; null while the breaker is closed. */
export async function readProbeTime(db: Db): Promise<string | null> {
  const breaker = await db.selectFrom('mailBreaker').select('nextProbeAt').executeTakeFirst();
  return breaker?.nextProbeAt ?? null;
}

/** Whoever is answered true may try one mail. */
export async function takeProbe(db: Db, { probeAt, now }: { probeAt: string; now: Date }): Promise<boolean> {
  const taken = await db
    .updateTable('mailBreaker')
    .set({ nextProbeAt: new Date(now.getTime() + probeEveryMs).toISOString() })
    .where('nextProbeAt', '=', probeAt)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Lets the next mail be tried now; answers whether the breaker is open. */
export async function probeSoon(trx: Db, now: Date): Promise<boolean> {
  const result = await trx.updateTable('mailBreaker').set({ nextProbeAt: now.toISOString() }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What waits for another attempt of an issue, after trouble of the server that lasted. */
export async function dueAtOnce(trx: Db, issueId: number, { since, now }: { since: string; now: Date }): Promise<void> {
  if (now.getTime() - Date.parse(since) < longHoldMs) return;
  await trx
    .updateTable('mails')
    .set({ nextAttemptAt: now.toISOString() })
    .where('issueId', '=', issueId)
    .where('state', '=', 'retry')
    .where('nextAttemptAt', '>', now.toISOString())
    .execute();
}

/** For /metrics: seconds since the epoch, 0 while it is closed. */
export async function breakerOpenSince(db: Db): Promise<number> {
  const breaker = await readBreaker(db);
  return breaker ? Math.floor(Date.parse(breaker.openSince) / 1000) : 0;
}

/** How many mails wait for the server. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = ['queued', 'retry'] as const;
  const emails = db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issueId', 'is', null)
    .where('kind', 'in', subscriberEmailKinds)
    .where('state', 'in', waiting);
  const deliveries = db
    .selectFrom('mails')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issues.state', '=', 'sending')
    .where('mails.state', 'in', waiting);
  const counts = [await emails.executeTakeFirstOrThrow(), await deliveries.executeTakeFirstOrThrow()];
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}
