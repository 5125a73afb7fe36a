/** An e-mail whose writer waits for it: attempted at once, and left to the worker when the mail server does not take it. */
import { randomUUID } from 'node:crypto';
import { systemTiming } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { nameOf, tryMail, writeBy } from './attempts.ts';
import type { Claim } from './enqueue-email.ts';
import type { AttemptResult, EmailKind } from './mail-contract.ts';
import { finish, leaseMarginMs, withMessageId } from './mail-rows.ts';
import { transactionalOutcome } from './transactional-rules.ts';

const tryAgainMs = 500;

/** To be given to `enqueueEmail`. */
export function claimFor(withinMs: number, now: Date): Claim {
  return { owner: randomUUID(), until: new Date(now.getTime() + withinMs + leaseMarginMs) };
}

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'>;

/** Answers how it went, null when there is none or no one wants it any more; that is written down. */
export async function sendNow(
  { db, config, clock, log }: Context,
  { id, kind, claim, withinMs }: { id: number | null; kind: EmailKind; claim: Claim; withinMs: number },
): Promise<Exclude<AttemptResult, { outcome: unknown }> | null> {
  if (id === null) return null;
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const email = { ...(await withMessageId(db, row, kind, config.siteUrl)), isProbe: false };
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config);
  try {
    const write = () => writeBy(kind, email, () => clock.now());
    // A worker has it once the claim has ended, as after a freeze of this process.
    const isStillOurs = () => claim.until.getTime() - clock.now().getTime() >= leaseMarginMs;
    const options = { signal: AbortSignal.timeout(withinMs), isStillOurs };
    const result = await tryMail({ mailer, log }, { ...email, write }, options);
    if ('error' in result) log.warn('mail not sent', { ...nameOf(email), error: result.error });
    await untilWritten(() => {
      const now = clock.now();
      const end = { id, owner: claim.owner, now, outcome: transactionalOutcome(email, result, now) };
      return transact(db, (trx) => finish(trx, end));
    });
    return 'outcome' in result ? null : result;
  } finally {
    await mailer.close();
  }
}

/** Within the margin of its claim: what has gone out and is not written down, a worker would send again. */
async function untilWritten(write: () => Promise<unknown>): Promise<void> {
  const until = systemTiming.elapsed() + leaseMarginMs;
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (systemTiming.elapsed() + tryAgainMs > until) throw error;
      await systemTiming.sleep(tryAgainMs);
    }
  }
}
