/** Ends issues that have nothing left to send. */
import type { ExpressionBuilder } from 'kysely';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { notHeld } from '../mail-server/issue-holds.server.ts';
import { skipQueuedDeliveries } from './enqueue-deliveries.server.ts';

/** Marks the issues that have nothing left to send. */
export async function finishIssues(db: Db, now: Date): Promise<void> {
  const finished = await db
    .selectFrom('issues')
    .select('id')
    .where('state', '=', 'sending')
    .where((where) => {
      const deliveries = where.selectFrom('mails').select('mails.id');
      return where.not(where.exists(deliveries.whereRef('issueId', '=', 'issues.id').where(isUnfinished)));
    })
    .execute();
  for (const { id } of finished) await finishIssue(db, id, now);
}

async function finishIssue(db: Db, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    // The lock first, the question after it: deliveries that a "send" is adding in the meantime must be seen.
    const issue = trx.selectFrom('issues').select('id').where('id', '=', id).where('state', '=', 'sending');
    if (!(await issue.forUpdate().executeTakeFirst())) return;
    const left = trx.selectFrom('mails').select('id').where('issueId', '=', id).where(isUnfinished);
    if (await left.limit(1).executeTakeFirst()) return;
    const done = { ...notHeld, state: 'done', updatedAt: now.toISOString() } as const;
    await trx.updateTable('issues').set(done).where('id', '=', id).execute();
  });
}

function isUnfinished(where: ExpressionBuilder<Tables, 'mails'>) {
  return where('mails.state', 'in', ['queued', 'sending', 'retry']);
}

/** What a worker gave back after its issue had been cancelled must not wait for ever. */
export async function skipAllCancelled(db: Db): Promise<void> {
  const issues = await db
    .selectFrom('issues')
    .select(['id', 'articleId'])
    .where('state', '=', 'cancelled')
    .where((where) =>
      where.exists(
        where
          .selectFrom('mails')
          .select('mails.id')
          .whereRef('mails.issueId', '=', 'issues.id')
          .where('mails.state', 'in', ['queued', 'retry']),
      ),
    )
    .execute();
  for (const { id, articleId } of issues)
    await transact(db, (trx) => skipQueuedDeliveries(trx, { articleId, issueId: id }, newsletterAnswers.cancelled));
}
