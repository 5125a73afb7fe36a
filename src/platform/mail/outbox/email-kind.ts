/** What a feature says about its e-mails: how they are written, who still wants them, and what their attempts mean. */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { EmailsTable } from '#platform/db/tables.ts';
import type { MailAnswer, MailCalendar, MailPicture } from '#platform/mail/mailer.ts';

/** A claimed row. `isProbe`: it is sent to see whether the mail server takes mails again. */
export type Email = Selectable<EmailsTable> & { messageId: string; isProbe: boolean };

export type WrittenEmail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  calendar?: MailCalendar;
  pictures?: MailPicture[];
  /** Asked once more right before it goes out, for what its links depend on. */
  isStillWanted?: () => Promise<boolean>;
};

export type EmailKind = {
  /** How its Message-IDs begin, and the names of its files in the outbox folder. */
  idPrefix: string;
  isWanted(email: Email, now: Date): Promise<boolean>;
  /** Makes the tokens of its links, which the database never holds in plain. */
  write(email: Email, now: Date): Promise<WrittenEmail>;
};

export type AttemptResult = { answer: MailAnswer } | { error: unknown };

export type EmailOutcome = {
  code: number | null;
  answer: string;
} & ({ state: 'sent' | 'kept' | 'failed' } | { state: 'retry' | 'queued'; nextAttemptAt: string }); // `kept`: there is no mail server, and nobody got it. `queued`: this attempt does not count.

export type EmailRules = {
  /** How many may be begun now. `probe`: one, to see whether the mail server takes mails again. */
  admit(now: Date): Promise<'all' | 'probe' | 'none'>;
  /** The longest that a rule puts an e-mail off: what waits longer was put off by a clock that has jumped. */
  longestWaitMs?: number;
  /** How long one attempt may take; as long as the mail server's patience unless given. */
  attemptMs?: number;
  /** Runs in the transaction that records the outcome. */
  outcomeOf(trx: Db, email: Email, result: AttemptResult, now: Date): Promise<EmailOutcome>;
};

/** Kinds that share their rules. */
export type EmailGroup = { kinds: Record<string, EmailKind>; rules: EmailRules };
