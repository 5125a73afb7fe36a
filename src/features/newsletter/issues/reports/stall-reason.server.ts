/** Why a newsletter that is being sent stands still, as a sentence for administrators. */

import { waitingSentence } from '#features/newsletter/delivery/mail-server/mail-trouble.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { DeliveryCounts } from './issue-counts.server.ts';

type Still = { id: number; counts: DeliveryCounts };

/** Null when there is nothing to tell: it has hardly begun, or only waits for what may have arrived. */
export async function stallReason(db: Db, config: Config, { id, counts }: Still): Promise<string | null> {
  if (counts.queued + counts.retry === 0) return null;
  const trouble = await findTrouble(db, id);
  if (trouble) return waitingSentence(trouble, (await getSettings(db, config)).timeZone);
  if (counts.queued > 0) return null;
  const answer = await lastAnswer(db, id);
  return `The mail server has not taken them yet${answer ? `: ${answer}` : ''}. They are tried again by themselves.`;
}

async function findTrouble(db: Db, id: number): Promise<{ reason: string; since: string } | null> {
  const issue = await db
    .selectFrom('issues')
    .select(['heldSince', 'holdReason'])
    .where('id', '=', id)
    .executeTakeFirst();
  return issue?.heldSince ? { reason: issue.holdReason ?? '', since: issue.heldSince } : null;
}

async function lastAnswer(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('mails')
    .select('smtpAnswer')
    .where('issueId', '=', id)
    .where('state', '=', 'retry')
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.smtpAnswer?.replace(/\.$/, '') ?? null;
}
