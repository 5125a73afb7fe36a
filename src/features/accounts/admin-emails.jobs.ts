import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { AdminEmailsTable } from '#platform/db/tables.ts';
import { type MailAnswer, MailError, type Mailer } from '#platform/mail/mailer.ts';
import { composeAdminEmail } from './admin-email.ts';
import type { AdminLink } from './admin-emails.server.ts';
import { actionOf, isWanted } from './admin-links.server.ts';

/** Longer than an attempt may take: a worker that was killed is taken over after it. */
const leaseMs = 120_000;
const attemptMs = 90_000;
const longestWaitMinutes = 5;
/** Some two days of waits. */
const mostAttempts = 600;
const mostRefusals = 5;
/** Nothing is ever put off for longer: the clock has jumped. */
const clockHasJumpedMs = 15 * 60_000;

type Row = Selectable<AdminEmailsTable>;

export type AdminEmailContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
  mailer: Mailer;
  /** Brings a clock that has jumped back in line, before a time is written down. */
  correctClock?: () => Promise<void>;
};

/** One after another; several workers never send the same one at a time. */
export function createAdminEmailSender({ db, config, clock, log, mailer, ...context }: AdminEmailContext) {
  const { correctClock = async () => {} } = context;
  const stopping = new AbortController();

  async function send(row: Row, leaseEnd: number): Promise<MailAnswer> {
    const { siteUrl } = config;
    const { societyName, contactLine } = await getSettings(db, config);
    const paragraphs = JSON.parse(row.paragraphs) as string[];
    const link = row.link === null ? null : (JSON.parse(row.link) as AdminLink);
    const action = link && (await actionOf(db, link, siteUrl, clock.now()));
    const content = { subject: row.subject, paragraphs, action, societyName, contactLine, siteUrl };
    const mail = {
      ...composeAdminEmail(content),
      to: row.recipient,
      messageId: `<account.${row.messageKey}@${new URL(siteUrl).hostname.replace(/[[\]]/g, '')}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    };
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptMs)]);
    return mailer.send(mail, { signal, isStillOurs: () => clock.now().getTime() < leaseEnd });
  }

  async function sendNext(): Promise<boolean> {
    await correctClock();
    const now = clock.now();
    const owner = randomUUID();
    const row = await claimNext(db, { owner, now });
    if (!row) return false;
    const about = { id: row.id, attempts: row.attempts };
    if (!(await isWanted(db, row, now))) {
      await finish(db, row.id, owner, { state: 'failed', smtpAnswer: 'Not needed any more' });
      return true;
    }
    try {
      const answer = await send(row, now.getTime() + leaseMs);
      log.info(answer.file ? 'e-mail to an administrator kept' : 'e-mail to an administrator sent', about);
      await finish(db, row.id, owner, { ...sentAs(answer), sentAt: answer.file ? null : clock.now().toISOString() });
    } catch (error) {
      await correctClock();
      const outcome = stopping.signal.aborted ? putBack(row, clock.now()) : failedAs(error, row, clock.now());
      if (outcome.state !== 'queued') log.warn('e-mail to an administrator not sent', { ...about, error });
      await finish(db, row.id, owner, outcome);
    }
    return true;
  }

  return {
    /** Sends until nothing is due. */
    async sendDue(): Promise<void> {
      while (!stopping.signal.aborted && (await sendNext()));
    },
    /** Gives up the one under way, for the next worker. */
    stop: () => stopping.abort(),
  };
}

/** One that is being sent is due again when its lease ends. */
async function claimNext(db: Db, { owner, now }: { owner: string; now: Date }): Promise<Row | null> {
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (!(await nextDue(db, now).executeTakeFirst())) return null;
  return transact(db, async (trx) => {
    const next = await nextDue(trx, now)
      .$if(isPostgres(trx), (rows) => rows.forUpdate().skipLocked())
      .executeTakeFirst();
    if (!next) return null;
    return trx
      .updateTable('adminEmails')
      .set({ state: 'sending', leaseOwner: owner, nextAttemptAt: later(now, leaseMs), attempts: sql`attempts + 1` })
      .where('id', '=', next.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

function nextDue(db: Db, now: Date) {
  return db
    .selectFrom('adminEmails')
    .select('id')
    .where(sql<boolean>`state in ('queued', 'sending', 'retry')`)
    .where((where) =>
      where.or([
        where('nextAttemptAt', '<=', now.toISOString()),
        where('nextAttemptAt', '>', later(now, clockHasJumpedMs)),
      ]),
    )
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1);
}

type Outcome = Partial<Pick<Row, 'state' | 'nextAttemptAt' | 'smtpCode' | 'smtpAnswer' | 'sentAt' | 'attempts'>>;

/** Does nothing when somebody else has it. */
async function finish(db: Db, id: number, owner: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('adminEmails')
    .set({ leaseOwner: null, ...outcome })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute();
}

function sentAs({ file, code, answer }: MailAnswer): Outcome {
  return { state: file ? 'kept' : 'sent', smtpCode: file ? null : code, smtpAnswer: answer.slice(0, 500) };
}

function putBack({ attempts }: Row, now: Date): Outcome {
  return { state: 'queued', nextAttemptAt: now.toISOString(), attempts: attempts - 1 };
}

/** Twice the same harms nobody: what may have arrived is sent again. */
function failedAs(error: unknown, { attempts }: Row, now: Date): Outcome {
  const answer = { smtpAnswer: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
  const details = error instanceof MailError ? { ...answer, smtpCode: error.responseCode } : answer;
  const isRefused = error instanceof MailError && error.outcome === 'refused';
  if (attempts >= (isRefused ? mostRefusals : mostAttempts)) return { ...details, state: 'failed' };
  const waitMs = Math.min(2 ** Math.min(attempts - 1, 10), longestWaitMinutes) * 60_000;
  return { ...details, state: 'retry', nextAttemptAt: later(now, waitMs) };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
