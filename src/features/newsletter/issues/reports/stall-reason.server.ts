/** Why a newsletter that is being sent stands still, as a sentence for administrators. */

import { waitingSentence } from '#features/newsletter/delivery/mail-server/mail-trouble.ts';
import { isWithinWindow } from '#features/newsletter/delivery/worker/rate-limiter.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { DeliveryCounts } from './issue-counts.server.ts';

type Still = { id: number; counts: DeliveryCounts };

/** Null when there is nothing to tell: it has hardly begun, or only waits for what may have arrived. */
export async function stallReason(db: Db, config: Config, { id, counts }: Still, now: Date): Promise<string | null> {
  if (counts.queued + counts.retry === 0) return null;
  const trouble = await findTrouble(db, id);
  if (trouble) return waitingSentence(trouble, (await getSettings(db, config)).timeZone);
  const hours = await closedHours(db, config, now);
  if (hours) return `Goes out between ${hours}.`;
  if (counts.queued > 0) return null;
  const answer = await lastAnswer(db, id);
  return `The mail server has not taken them yet${answer ? `: ${answer}` : ''}. They are tried again automatically.`;
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

/** '08:00 and 20:00', the hours at which newsletters leave; null when it is one of them. */
export async function closedHours(
  db: Db,
  config: Pick<Config, 'newsletter' | 'timeZone'>,
  now: Date,
): Promise<string | null> {
  const { window } = config.newsletter;
  if (!window || isWithinWindow(window, (await getSettings(db, config)).timeZone, now)) return null;
  const time = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${time(window.from)} and ${time(window.to)}`;
}
