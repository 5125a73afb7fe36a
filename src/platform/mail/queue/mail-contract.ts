/** What a feature says about its mails: how they are written, who still wants them, and what their attempts mean. */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import type { Mail, MailAnswer } from '#platform/mail/mailer.ts';

/** A claimed row. `isProbe`: it is sent to see whether the mail server takes mails again. */
export type Email = Selectable<MailsTable> & { messageId: string; isProbe: boolean };

export type WrittenEmail = Omit<Mail, 'messageId' | 'prepared'>;

export type EmailKind = {
  /** How its Message-IDs begin, and the names of its files in the outbox folder. */
  idPrefix: string;
  isWanted(email: Email, now: Date): Promise<boolean>;
  /** Makes the tokens of its links, which the database never holds in plain. */
  write(email: Email, now: Date): Promise<WrittenEmail>;
};

/** `outcome`: no mail server was asked, or it says nothing about one. */
export type AttemptResult = { answer: MailAnswer } | { error: unknown; to: string | null } | { outcome: EmailOutcome };

export type EmailOutcome = { code: number | null; answer: string } & (
  | { state: 'sent' | 'kept' | 'failed' | 'skipped' } // `kept`: there is no mail server, and no one got it
  | { state: 'retry' | 'queued' | 'unknown'; nextAttemptAt: string } // `queued`: this attempt does not count
);

/** What follows from an outcome, in the same transaction, unless the mail was someone else's by then. */
export type Judgement = {
  outcome: EmailOutcome;
  /** What it says about its recipient. */
  follow?: () => Promise<void>;
  /** What it says about other mails, after all that ended with it; returns whether those that are claimed may have to wait now. */
  note?: () => Promise<boolean>;
};

export type EmailRules = {
  /** The longest that a rule puts a mail off: what waits longer was put off by a clock that has jumped. */
  longestWaitMs?: number;
  /** How long one attempt may take; as long as the mail server's patience unless given. */
  attemptMs?: number;
  /** What may have arrived is not sent again by itself. */
  neverTwice?: boolean;
  /** Runs in the transaction that records the outcome. */
  judge(trx: Db, email: Email, result: AttemptResult, now: Date): Promise<Judgement>;
};

/** By the names that their rows have. */
export type EmailGroup = Record<string, EmailKind>;

/** Written for this attempt; an outcome for what is not to be sent now. */
export type Claimed = Email & { write(): Promise<Mail | EmailOutcome> };

export type MailSource = {
  kinds: readonly string[];
  rules: EmailRules;
  /** Leases up to `limit` that are due. */
  claim(wanted: { owner: string; now: Date; limit: number }): Promise<Claimed[]>;
  /** Those of the mails that were claimed ahead that may not go out now, by their ids. Asked every second. */
  findUnwanted?(mails: Claimed[]): Promise<number[]>;
};
