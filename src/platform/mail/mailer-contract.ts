/** The contract for sending mail, whether by SMTP or into the outbox folder. */
import type { Config } from '#platform/config/config.ts';
import { sha256 } from '#platform/tokens.ts';
import type { ComposedMail } from './compose-mail.ts';

/** An invitation or cancellation that calendars read from the mail (RFC 6047). */
export type MailCalendar = { method: 'REQUEST' | 'CANCEL'; content: string };

/** No one's out-of-office reply answers a mail that a program wrote (RFC 3834, and Exchange's own header). */
export const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

/** With the address that answers of people go to. */
export function answerableHeaders({ mailReplyTo }: Pick<Config, 'mailReplyTo'>): Record<string, string> {
  return { ...(mailReplyTo !== undefined && { 'Reply-To': mailReplyTo }), ...automaticHeaders };
}

export type MailPicture = { name: string; bytes: Buffer };

export type Mail = {
  /** One bare address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where the society's name in the settings is the sender's. */
  societyName?: string;
  /** With angle brackets; sending the same mail again uses the same one. */
  messageId: string;
  headers?: Record<string, string>;
  calendar?: MailCalendar;
  /** The HTML shows them as `cid:` and their name. */
  pictures?: MailPicture[];
  prepared?: undefined;
};

/** One of many, whose words were encoded beforehand. */
export type PreparedMail = Pick<Mail, 'to' | 'messageId'> & { prepared: () => Promise<ComposedMail> };

/** The reply that accepted the mail; `file` is where a mail without a mail server was written. */
export type MailAnswer = { code: number | null; answer: string; file?: string };

export type SendOptions = {
  signal?: AbortSignal;
  /** Called right before the end of the message is sent. False or an error stops it, and the mail is `temporary`. */
  beforeEnd?: () => Promise<boolean>;
};

/** From then on a mail is not confirmed and no other waits for it. An answer that comes yet still counts. */
export const answerWithinMs = 60_000;

export type Mailer = {
  /** @throws MailError; at once if the signal aborts */
  send(mail: Mail | PreparedMail, options?: SendOptions): Promise<MailAnswer>;
  /** Closes idle connections; a mail being sent is finished first. */
  close(): Promise<void>;
};

/**
 * - `refused`: this mail to this address will never be accepted.
 * - `temporary`: not accepted now, for a reason that may pass.
 * - `unknown`: all of it was handed over, but the reply was lost: it may have been accepted.
 */
export type MailOutcome = 'refused' | 'temporary' | 'unknown';

/**
 * How far the conversation got: `compose` before any server was contacted, `connect` everything before the sender is named, `login`
 * the password in between, `data` the message itself.
 */
export type MailStep = 'compose' | 'connect' | 'login' | 'sender' | 'recipient' | 'data';

type Details = { step?: MailStep; isTimeout?: boolean; systemCode?: string | null };

export class MailError extends Error {
  override name = 'MailError';
  readonly outcome: MailOutcome;
  /** The code of the server's reply, if there was one. */
  readonly responseCode: number | null;
  readonly step: MailStep;
  /** The server did not answer in time. */
  readonly isTimeout: boolean;
  /** The system's or TLS's code of the failure, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly systemCode: string | null;

  constructor(
    message: string,
    outcome: MailOutcome,
    responseCode: number | null = null,
    { step = 'compose', isTimeout = false, systemCode = null }: Details = {},
  ) {
    super(message);
    this.outcome = outcome;
    this.responseCode = responseCode;
    this.step = step;
    this.isTimeout = isTimeout;
    this.systemCode = systemCode;
  }
}

/** An error of any kind; one that no mail server caused may pass. */
export function asMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  return new MailError(error instanceof Error ? error.message : String(error), 'temporary');
}

/**
 * The end of a mail's file name: its kind, as its Message-ID begins, and a hash. Kept here so that reading the folder loads no
 * composer.
 */
export function outboxFileSuffix(messageId: string): string {
  const kind = /^<(\w{1,20})\./.exec(messageId)?.[1] ?? 'mail';
  return `${kind}-${sha256(messageId).slice(0, 12)}`;
}
