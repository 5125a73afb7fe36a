/** Sending mail as the rest of the site sees it, whether by SMTP or into the outbox folder. */
import { sha256 } from '#platform/tokens.ts';
import type { ComposedMail } from './compose-mail.ts';

/** An invitation, or its end, that calendars take from the mail (RFC 6047). */
export type MailCalendar = { method: 'REQUEST' | 'CANCEL'; content: string };

export type MailPicture = { name: string; bytes: Buffer };

export type Mail = {
  /** One bare address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** With its angle brackets; the same mail sent again carries the same one. */
  messageId: string;
  headers?: Record<string, string>;
  calendar?: MailCalendar;
  /** Shown by the HTML as `cid:` and their name. */
  pictures?: MailPicture[];
  /** The same mail as bytes, where it is one of many and was encoded beforehand. */
  prepared?: () => Promise<ComposedMail>;
};

/** The reply that accepted the mail; `file` is where a mail without a server was put. */
export type MailAnswer = { code: number | null; answer: string; file?: string };

export type SendOptions = {
  signal?: AbortSignal;
  /** Asked right before the message itself is handed over; on false nothing more is sent and the mail is `temporary`. */
  isStillOurs?: () => boolean;
};

export type Mailer = {
  /** @throws MailError; at once when the signal gives the mail up */
  send(mail: Mail, options?: SendOptions): Promise<MailAnswer>;
  /** Ends idle connections; a mail under way is finished first. */
  close(): Promise<void>;
};

/**
 * - `refused`: this mail to this address will never be accepted.
 * - `temporary`: not accepted now, for a reason that may pass.
 * - `unknown`: all of it was handed over, but the reply was lost: it may have been accepted.
 */
export type MailOutcome = 'refused' | 'temporary' | 'unknown';

/**
 * How far the conversation had come: `compose` is before any server heard of the mail, `connect` all that comes before the
 * sender is named, `login` the password within it, `data` the message itself.
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

  /** The server rejected our user name and password: every other mail will fail too. */
  get isLoginRefused(): boolean {
    // 535 and 534 speak of the credentials; 454 is a server that cannot look them up right now.
    return this.step === 'login' && (this.responseCode ?? 0) >= 500;
  }
}

/** Ends the name of a mail's file: its kind, as its Message-ID begins, and a hash. Here, so that reading the folder composes nothing. */
export function fileSuffix(messageId: string): string {
  const kind = /^<(\w{1,20})\./.exec(messageId)?.[1] ?? 'mail';
  return `${kind}-${sha256(messageId).slice(0, 12)}`;
}
