/** Who has not got an issue, and what the mail server said. */
import { z } from 'zod';
import { getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { type UndeliveredState, undeliveredStates } from '#features/newsletter/delivery-state.ts';
import type { Db } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/like-any.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed } from '#platform/http/api.ts';
import type { Undelivered } from './issue-reports.schema.ts';
import type { UndeliveredQuery } from './report-queries.schema.ts';

const UndeliveredCursor = z.tuple([cursorParts.id]);

/** @throws NotFound when the article was never sent */
export async function listUndelivered(
  db: Db,
  wanted: IssueWanted,
  { search, state, limit, cursor }: UndeliveredQuery,
): Promise<Listed<Undelivered>> {
  const issue = await getIssue(db, wanted);
  let undelivered = db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .where('deliveries.issueId', '=', issue.id)
    .where('deliveries.state', 'in', state ? [state] : undeliveredStates);
  if (search) undelivered = undelivered.where(likeAny(db, search, ['subscribers.emailKey']));
  const { total } = await undelivered.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (cursor) undelivered = undelivered.where('deliveries.id', '>', decodeCursor(cursor, UndeliveredCursor)[0]);
  const rows = await undelivered
    .select(['deliveries.id', 'subscriberId', 'email', 'deliveries.state', 'attempts', 'smtpCode', 'smtpAnswer'])
    .select('nextAttemptAt')
    .orderBy('deliveries.id')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => {
    const nextAttemptAt = row.state === 'retry' ? row.nextAttemptAt : null;
    return { ...row, state: row.state as UndeliveredState, nextAttemptAt };
  });
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, total: Number(total), nextCursor: last ? encodeCursor([last.id]) : null };
}
