/** Why a newsletter that is being sent stands still, as a sentence for administrators. */

import { waitingSentence } from '#features/newsletter/delivery/mail-server/mail-trouble.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { isolated } from '#shared/text.ts';
import type { DeliveryCounts } from './issue-counts.server.ts';

type Still = { id: number; counts: DeliveryCounts };

/** Null when there is nothing to tell: it has hardly begun, or only waits for what may have arrived. */
export async function stallReason(db: Db, config: Config, { id, counts }: Still): Promise<string | null> {
  if (counts.queued + counts.retry === 0) return null;
  const trouble = await findTrouble(db, id);
  if (trouble) return waitingSentence(trouble, (await getSettings(db, config)).timeZone);
  const earlier = counts.queued > 0 ? await findEarlier(db, id) : undefined;
  if (earlier) return `Comes after “${isolated(earlier.subject)}”.`;
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

/** Newsletters go out one after the other. */
async function findEarlier(db: Db, id: number) {
  return db
    .selectFrom('issues')
    .select('subject')
    .where('state', '=', 'sending')
    .where('sendAfter', 'is', null)
    .where('id', '<', id)
    .where((where) => {
      const waiting = where.selectFrom('mails').select('mails.id').where('mails.state', '=', 'queued');
      return where.exists(waiting.whereRef('issueId', '=', 'issues.id'));
    })
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
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
