/** Tells administrators whether mails wait for the mail server, and why. */
import { sql } from 'kysely';
import { pendingSuppressions } from '#features/newsletter/subscribers/suppressions.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailServerStatus } from './mail-server.schema.ts';
import { findMailServerPause } from './mail-server-pauses.server.ts';
import { causeWithAnswer, deferralCause, mailServerWaitSentence } from './mail-trouble.server.ts';

/** A single mail is reported only after this long: it may just be greylisted. */
const toldAfterMs = 5 * 60_000;

export async function readMailServerStatus({
  db,
  config,
  clock,
}: Pick<AppContext, 'db' | 'config' | 'clock'>): Promise<MailServerStatus> {
  const waiting = (await findMailServerPause(db)) ?? (await readWaitingEmails(db, clock.now()));
  const pending = await countRows(pendingSuppressions(db));
  if (!waiting) return { waiting: null, pending };
  const { timeZone } = await getSettings(db, config);
  const { since, mails } = waiting;
  return { waiting: { since, sentence: mailServerWaitSentence(waiting, timeZone), mails }, pending };
}

/** Emails other than newsletters that the mail server has not accepted, also while one is tried, unless it has accepted another since. */
async function readWaitingEmails(db: Db, now: Date) {
  const emails = db.selectFrom('mails').where(sql<boolean>`issue_id is null`);
  const waiting = emails
    .where(sql<boolean>`state in ('queued', 'retry', 'sending')`)
    .where('smtpAnswer', 'is not', null)
    .where('createdAt', '<', new Date(now.getTime() - toldAfterMs).toISOString());
  const oldest = waiting.select(['createdAt', 'smtpAnswer']).orderBy('createdAt').limit(1);
  const first = await oldest.executeTakeFirst();
  if (!first) return null;
  const sent = emails.select('id').where(sql<boolean>`state = 'sent'`).where('sentAt', '>', first.createdAt);
  if (await sent.limit(1).executeTakeFirst()) return null;
  const reason = causeWithAnswer(deferralCause, first.smtpAnswer ?? '');
  return { reason, since: first.createdAt, mails: await countRows(waiting) };
}
