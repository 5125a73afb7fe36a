/** The mail server, what waits for it, and who sends it. */
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import type { Db } from '#platform/db/db.ts';
import { isThisMachine, withoutTlsNone } from '#platform/mail/smtp-url.ts';
import { countOf } from '#shared/text.ts';
import { type Check, type CheckContext, withDatabase } from './check.ts';

const minuteMs = 60_000;
const lateMs = 15 * minuteMs;
/** The worker notes every hour that it runs. */
const silentMs = 150 * minuteMs;

export const mailChecks: Check[] = [
  { name: 'smtp', title: 'Mail server', isSlow: true, verdict: smtpVerdict },
  withDatabase({
    name: 'queue',
    title: 'Waiting e-mails',
    verdict: async ({ db, now }) => queueVerdict(await queueOf(db, now), now),
  }),
  withDatabase({
    name: 'worker',
    title: 'Mail worker',
    async verdict({ db, now, site, isWorkerReady }) {
      if (site === 'stopped') return null;
      const row = await db.selectFrom('retentionClock').select('seenAt').executeTakeFirst();
      return workerVerdict({ isReady: isWorkerReady, seenAt: row ? new Date(row.seenAt) : null, now });
    },
  }),
];

/** Signs in, and sends nothing. */
async function smtpVerdict({ config }: CheckContext): Promise<Verdict> {
  const { smtpUrl, siteUrl } = config;
  if (!smtpUrl)
    return look(
      'No mail server is set: mails are not sent, only kept in the outbox.',
      'Set SMTP_URL and MAIL_FROM, as docs/how-to/newsletter.md shows, and restart the site.',
    );
  const { hostname, username } = new URL(smtpUrl);
  // Loaded for those who have a mail server.
  const [{ openLink }, { readSmtpUrl }] = await Promise.all([
    import('#platform/mail/smtp-link.ts'),
    import('#platform/mail/smtp-server.ts'),
  ]);
  try {
    const link = await openLink(
      { dnsTimeout: 10_000, ...readSmtpUrl(smtpUrl, siteUrl), logger: false },
      AbortSignal.timeout(20_000),
    );
    link.close();
  } catch (error) {
    const { message, step } = error as Error & { step?: string };
    if (step === 'login')
      return bad(
        `The mail server ${hostname} does not let the site sign in: ${message}`,
        'Compare the user name and the password in SMTP_URL with those of the mail provider, and restart the site.',
      );
    if (message.includes('STARTTLS'))
      return bad(
        `The mail server ${hostname} offers no encryption (STARTTLS), so nothing is handed over.`,
        'Use its encrypted port: write SMTP_URL with smtps:// and port 465, and restart the site.',
      );
    return bad(
      `The mail server ${hostname} cannot be reached: ${message}`,
      'Compare the host and the port in SMTP_URL with those of the mail provider, and restart the site.',
    );
  }
  if (withoutTlsNone(smtpUrl).isPlain && !isThisMachine(hostname))
    return look(
      `The mail server ${hostname} answers, and mails go to it unencrypted (tls=none).`,
      'Take tls=none out of SMTP_URL if the mail server offers encryption.',
    );
  return good(`The mail server ${hostname} answers${username ? ' and lets the site sign in' : ''}.`);
}

type Queue = { late: number; oldestDueAt: Date | null };

/** Those that are to be sent at this moment and are not under way. */
async function queueOf(db: Db, now: Date): Promise<Queue> {
  const due = await db
    .selectFrom('emails')
    .select((select) => [select.fn.countAll().as('count'), select.fn.min('nextAttemptAt').as('oldest')])
    .where('state', 'in', ['queued', 'retry'])
    .where('nextAttemptAt', '<', new Date(now.getTime() - lateMs).toISOString())
    .executeTakeFirst();
  return { late: Number(due?.count ?? 0), oldestDueAt: due?.oldest ? new Date(due.oldest) : null };
}

export function queueVerdict({ late, oldestDueAt }: Queue, now: Date): Verdict {
  if (late === 0 || !oldestDueAt) return good('No e-mail waits for longer than it should.');
  const since = ageText(now.getTime() - oldestDueAt.getTime());
  return bad(
    `${countOf(late, 'e-mail')} should have been sent, the oldest ${since} ago.`,
    'Look at the lines of the mail server and of the mail worker here; if both are good, restart the site.',
  );
}

type Worker = { isReady: boolean | null; seenAt: Date | null; now: Date };

export function workerVerdict({ isReady, seenAt, now }: Worker): Verdict {
  const todo = 'Restart the site; if the worker stays away, look into the log for “mail worker failed”.';
  if (isReady === false) return bad('The mail worker does not run: mails are not sent.', todo);
  const silent = seenAt ? now.getTime() - seenAt.getTime() : 0;
  if (silent > silentMs)
    return bad(
      `The mail worker was last seen ${ageText(silent)} ago: mails are not sent, and nothing old is removed.`,
      todo,
    );
  return good('The mail worker runs.');
}

function ageText(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 120) return countOf(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(hours / 24), 'day');
}
