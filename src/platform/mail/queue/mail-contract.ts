/** What a feature tells the queue about its mails: how to write them, who still wants them, what their attempts mean. */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import type { Mail, MailAnswer, PreparedMail } from '#platform/mail/mailer-contract.ts';

/** A claimed row. `isTrial`: sent to see whether the mail server accepts mail again. */
export type Email = Selectable<MailsTable> & { messageId: string; isTrial: boolean };

export type WrittenEmail = Omit<Mail, 'messageId' | 'prepared'>;

export type EmailKind = {
  /** The start of its Message-IDs, and of its file names in the outbox folder. */
  idPrefix: string;
  isWanted(email: Email, now: Date): Promise<boolean>;
  /** Makes the tokens of its links, which the database never stores in plain text. */
  write(email: Email, now: Date): Promise<WrittenEmail>;
};

/** `outcome`: no mail server was asked, or the outcome says nothing about one. */
export type AttemptResult = { answer: MailAnswer } | { error: unknown; to: string | null } | { outcome: EmailOutcome };

/** `kept`: put into the outbox, for lack of a mail server. `attempts`: how many there have been, if this one does not count. */
export type EmailOutcome = { code: number | null; answer: string; attempts?: number } & (
  | { state: 'sent' | 'kept' | 'failed' | 'skipped'; nextAttemptAt?: never }
  | { state: 'retry' | 'unknown'; nextAttemptAt: string }
  | { state: 'queued'; nextAttemptAt: string; attempts: number }
);

/** What follows from an outcome, in the same transaction, unless the mail was claimed or queued again since. */
export type Judgement = {
  outcome: EmailOutcome;
  /** Records what it says about the recipient and other mails, after all that ended with it. */
  follow?: () => Promise<void>;
};

export type EmailRules = {
  /** The longest wait that a rule sets: a retry that waits longer was put off by a clock that has jumped. */
  longestWaitMs?: number;
  /** How long an attempt may take until the mail is handed over; by default as long as the SMTP timeouts allow. */
  attemptMs?: number;
  /** Runs in the transaction that records the outcome. */
  judge(trx: Db, email: Email, result: AttemptResult, now: Date): Promise<Judgement>;
};

/** Kinds by the name in their rows. */
export type EmailGroup = Record<string, EmailKind>;

/** `write` makes the mail for this attempt, or returns the outcome if it is not to be sent now. */
export type Claimed = Email & { write(): Promise<Mail | PreparedMail | EmailOutcome> };

export type MailSource = {
  kinds: readonly string[];
  rules: EmailRules;
  /** Leases up to `limit` that are due. */
  claim(wanted: { owner: string; now: Date; limit: number }): Promise<Claimed[]>;
  /** The ids of mails claimed ahead that may not go out now. Asked every second. */
  findUnwanted?(mails: Claimed[]): Promise<number[]>;
};
