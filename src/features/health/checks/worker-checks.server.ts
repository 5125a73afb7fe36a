/** The mail worker, and how long emails wait. */
import type { Db } from '#platform/db/db.ts';
import { pluralise } from '#shared/text.ts';
import type { Reading } from '../check-contract.server.ts';
import { bad, good, type Verdict } from '../check-result.ts';

const minuteMs = 60_000;
const lateMs = 15 * minuteMs;

/** The worker notes every hour that it runs. */
const silentMs = 150 * minuteMs;

export async function workerVerdict({ db, now, site, isWorkerReady }: Reading): Promise<Verdict | null> {
  if (site === 'stopped') return null;
  const todo = 'Restart the site. If that does not help, look in the log for “mail worker failed”.';
  if (isWorkerReady === false) return bad('The mail worker is not running: no emails are sent.', todo);
  const row = await db.selectFrom('erasingClock').select('seenAt').executeTakeFirst();
  const silent = row ? now.getTime() - Date.parse(row.seenAt) : 0;
  if (silent > silentMs)
    return bad(
      `The mail worker was last seen ${ageText(silent)} ago: no emails are sent, and nothing old is erased.`,
      todo,
    );
  return good('The mail worker is running.');
}

/** Counts mails that are due now and not being sent. While there is none of those, only a newsletter can be stuck. */
export async function queueVerdict({ db, now }: Reading): Promise<Verdict> {
  const due = await db
    .selectFrom('mails')
    .where('issueId', 'is', null)
    .select((select) => [select.fn.countAll().as('count'), select.fn.min('nextAttemptAt').as('oldest')])
    .where('state', 'in', ['queued', 'retry'])
    .where('nextAttemptAt', '<', new Date(now.getTime() - lateMs).toISOString())
    .executeTakeFirst();
  const age = (since: string) => ageText(now.getTime() - Date.parse(since));
  if (due?.oldest)
    return bad(
      `${pluralise(Number(due.count), 'email')} should have been sent, the oldest ${age(due.oldest)} ago.`,
      'Look at the lines of the mail server and of the mail worker here; if both are good, restart the site.',
    );
  const stuck = await findStuckNewsletter(db, now);
  if (stuck === null) return good('No email has been waiting too long.');
  const sentence = `Nothing of a newsletter has left for ${age(stuck)}: the mail server does not take it.`;
  const todo = 'Open Newsletter to read what the mail server answered. Sending goes on by itself.';
  return { ...bad(sentence, todo), isOneText: true };
}

/** Since when a newsletter waits for the mail server. */
async function findStuckNewsletter(db: Db, now: Date): Promise<string | null> {
  const at = now.toISOString();
  const latest = new Date(now.getTime() - minuteMs).toISOString();
  const sending = db.selectFrom('issues').where('issues.state', '=', 'sending');
  const paused = sending.where('serverPauseSince', '<', latest).select('serverPauseSince').orderBy('serverPauseSince');
  const { serverPauseSince } = (await paused.limit(1).executeTakeFirst()) ?? {};
  if (serverPauseSince) return serverPauseSince;
  const underWay = sending.innerJoin('mails', 'mails.issueId', 'issues.id').where('mails.leaseUntil', '>', at);
  // Its first attempt, which began when it was created. A server that has put a mail off may take its time.
  const begun = await underWay
    .where('mails.attempts', '=', 1)
    .where('mails.createdAt', '<', latest)
    .select(['issues.id', 'mails.createdAt'])
    .orderBy('mails.createdAt')
    .limit(1)
    .executeTakeFirst();
  if (!begun) return null;
  const sent = db.selectFrom('mails').select('id').where('issueId', '=', begun.id).where('state', '=', 'sent');
  return (await sent.where('sentAt', '>', latest).limit(1).executeTakeFirst()) ? null : begun.createdAt;
}

function ageText(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 120) return pluralise(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? pluralise(hours, 'hour') : pluralise(Math.round(hours / 24), 'day');
}
