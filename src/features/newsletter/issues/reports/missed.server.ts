/** Who has not got an issue, and what the mail server said. */
import { z } from 'zod';
import { getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { never } from '#features/newsletter/delivery/ledger.server.ts';
import { type MissedState, missedStates } from '#features/newsletter/delivery-state.ts';
import type { Db } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/like-any.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed } from '#platform/http/api.ts';
import type { Missed } from './issue-reports.schema.ts';
import type { MissedQuery } from './report-queries.schema.ts';

const MissedCursor = z.tuple([cursorParts.id]);

/** @throws NotFound when the article was never sent */
export async function listMissed(
  db: Db,
  wanted: IssueWanted,
  { search, state, limit, cursor }: MissedQuery,
): Promise<Listed<Missed>> {
  const issue = await getIssue(db, wanted);
  let missed = db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .where('deliveries.issueId', '=', issue.id)
    .where('deliveries.state', 'in', state ? [state] : missedStates);
  if (search) missed = missed.where(likeAny(db, search, ['subscribers.emailKey']));
  const { total } = await missed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (cursor) missed = missed.where('deliveries.id', '>', decodeCursor(cursor, MissedCursor)[0]);
  const rows = await missed
    .select(['deliveries.id', 'subscriberId', 'email', 'deliveries.state', 'attempts', 'smtpCode', 'smtpAnswer'])
    .select('nextAttemptAt')
    .orderBy('deliveries.id')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => {
    const isTriedAgain = row.state === 'retry' || (row.state === 'unknown' && row.nextAttemptAt < never);
    return { ...row, state: row.state as MissedState, nextAttemptAt: isTriedAgain ? row.nextAttemptAt : null };
  });
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, total: Number(total), nextCursor: last ? encodeCursor([last.id]) : null };
}
