/** Why a newsletter is not being sent, or was stopped, as a sentence for administrators. */
import type { Selectable } from 'kysely';
import { pauseNote } from '#features/newsletter/delivery/mail-server/mail-trouble.server.ts';
import { isWithinSendingHours } from '#features/newsletter/delivery/worker/sending-pace.server.ts';
import type { IssueState } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { DeliveryCounts } from './outcomes.server.ts';

const quietMs = 60_000;

type Columns = 'id' | 'updatedAt' | 'serverPauseSince' | 'serverPauseReason';
type Still = Pick<Selectable<Tables['issues']>, Columns> & { counts: DeliveryCounts };

/** Null if there is nothing to say: it has just begun, or only mails that are not confirmed are left. */
export async function whyIssueWaits(db: Db, config: Config, still: Still, now: Date): Promise<string | null> {
  const { id, counts, updatedAt, serverPauseSince, serverPauseReason } = still;
  if (counts.queued + counts.sending + counts.retry === 0) return null;
  if (serverPauseSince !== null) {
    const { timeZone } = await getSettings(db, config);
    return `Paused ${pauseNote({ reason: serverPauseReason ?? '', since: serverPauseSince }, timeZone)}`;
  }
  const hours = await sendingHoursIfClosed(db, config, now);
  if (hours) return `Goes out between ${hours}.`;
  const quietSince = new Date(now.getTime() - quietMs).toISOString();
  if (counts.queued > 0) {
    if (updatedAt >= quietSince) return null;
    const sent = await claimedLast(db, id, { state: 'sent', limit: 50 });
    return sent.some(({ sentAt }) => (sentAt ?? '') >= quietSince) ? null : 'Nothing has left for a minute.';
  }
  if (counts.retry === 0) return null;
  const [last] = await claimedLast(db, id, { state: 'retry', limit: 1 });
  const answer = last?.smtpAnswer?.replace(/\.$/, '');
  return `The mail server has not accepted them yet${answer ? `: ${answer}` : ''}. They are tried again automatically.`;
}

/** Null if every mail of a newsletter that is done was sent, or skipped for its subscriber's own reason. */
export async function whyIssueStopped(
  db: Db,
  { id, state, counts }: Pick<Still, 'id' | 'counts'> & { state: IssueState },
): Promise<string | null> {
  if (state !== 'done' || counts.skipped === 0) return null;
  const reasons = [newsletterAnswers.articleOffline, newsletterAnswers.articleDeleted];
  const one = await db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select('smtpAnswer')
    .where('issueId', '=', id)
    .where('mails.state', '=', 'skipped')
    .where('smtpAnswer', 'in', reasons)
    // A subscriber who has unsubscribed since keeps the reason, also when the article was published again and sent.
    .where('subscribers.state', '=', 'confirmed')
    .limit(1)
    .executeTakeFirst();
  return one ? `Stopped: ${one.smtpAnswer?.replace('The', 'the')}.` : null;
}

function claimedLast(db: Db, issueId: number, { state, limit }: { state: 'sent' | 'retry'; limit: number }) {
  const mails = db.selectFrom('mails').select(['sentAt', 'smtpAnswer']).where('issueId', '=', issueId);
  const latest = mails.where('state', '=', state).orderBy('nextAttemptAt', 'desc').orderBy('id', 'desc');
  return latest.limit(limit).execute();
}

/** '08:00 and 20:00', the sending hours; null within them. */
export async function sendingHoursIfClosed(
  db: Db,
  config: Pick<Config, 'newsletter' | 'timeZone'>,
  now: Date,
): Promise<string | null> {
  const { window } = config.newsletter;
  if (!window || isWithinSendingHours(window, (await getSettings(db, config)).timeZone, now)) return null;
  const time = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${time(window.from)} and ${time(window.to)}`;
}
