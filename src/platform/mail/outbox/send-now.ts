/** An e-mail whose writer waits for it: attempted at once, and left to the worker when the mail server does not take it. */
import { randomUUID } from 'node:crypto';
import { systemTiming } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { attempt, nameOf, outcomeBy, recordOutcome } from './attempt.ts';
import type { AttemptResult, EmailKind } from './email-kind.ts';
import { withMessageId } from './email-queue.ts';
import type { Claim } from './enqueue-email.ts';
import { insistentRules } from './insistent-rules.ts';

/** For the outcome to be written down before the claim ends. */
const marginMs = 5_000;
const tryAgainMs = 500;

/** To be given to `enqueueEmail`. */
export function claimFor(withinMs: number, now: Date): Claim {
  return { owner: randomUUID(), until: new Date(now.getTime() + withinMs + marginMs) };
}

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'>;

/** Answers how it went, null when there is none or nobody wants it any more; that is written down. */
export async function sendNow(
  context: Context,
  { id, kind, claim, withinMs }: { id: number | null; kind: EmailKind; claim: Claim; withinMs: number },
): Promise<AttemptResult | null> {
  if (id === null) return null;
  const { db, config, clock, log } = context;
  const row = await db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const email = { ...(await withMessageId(db, row, kind, config.siteUrl)), isProbe: false };
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config);
  try {
    const signal = AbortSignal.timeout(withinMs);
    // A worker has it once the claim has ended, as after a freeze of this process.
    const isStillOurs = () => clock.now() < claim.until;
    const result = await attempt({ ...context, mailer }, { kind, email }, { signal, isStillOurs });
    if (result && 'error' in result) log.warn('mail not sent', { ...nameOf(email), error: result.error });
    await record(context, { email, owner: claim.owner, outcomeOf: outcomeBy(insistentRules, email, result) });
    return result;
  } finally {
    await mailer.close();
  }
}

/** Within the margin of its claim: what has gone out and is not written down, a worker would send again. */
async function record(context: Context, outcome: Parameters<typeof recordOutcome>[1]): Promise<void> {
  const until = systemTiming.elapsed() + marginMs;
  for (;;) {
    try {
      await recordOutcome(context, outcome);
      return;
    } catch (error) {
      if (systemTiming.elapsed() + tryAgainMs > until) throw error;
      await systemTiming.sleep(tryAgainMs);
    }
  }
}
