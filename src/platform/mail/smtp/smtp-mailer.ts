/**
 * Sends over SMTP through a few connections that stay open between mails, one recipient per envelope. Never repeats a mail that the
 * server may have seen: the caller decides what to do about a failure.
 */
import { type ComposedMail, composeMail, type Sender } from '../compose-mail.ts';
import type { DkimKey } from '../dkim.ts';
import { answerWithinMs, type MailAnswer, MailError, type Mailer, type SendOptions } from '../mailer-contract.ts';
import { readSmtpUrl } from '../read-smtp-url.ts';
import { openConnection, type SmtpConnection } from './smtp-connection.ts';

const fewerForMs = 60_000;

export type SmtpOptions = {
  /** Mails of newsletters sent at the same time, default 5. One more is left for all others. */
  connections?: number;
  dkim?: DkimKey | undefined;
  /** Its host is named in the greeting. */
  siteUrl?: string;
};

/** `url` as `readSmtpUrl` takes it. */
export function smtpMailer(url: string, from: Sender, { connections = 5, dkim, siteUrl }: SmtpOptions = {}): Mailer {
  const server = readSmtpUrl(url, siteUrl);
  /** Kept open for a moment, for the next mail. */
  const kept: SmtpConnection[] = [];
  const waiting: (() => void)[] = [];
  const busy = new Set<symbol>();
  /** Fewer for a while after the server refused another connection. */
  let most = connections + 1;

  async function sendInTurn(mail: ComposedMail, options: SendOptions, isBulk: boolean): Promise<MailAnswer> {
    while (busy.size >= (isBulk ? Math.max(1, most - 1) : most))
      await new Promise<void>((freed) => waiting.push(freed));
    const turn = Symbol();
    busy.add(turn);
    const leave = () => {
      busy.delete(turn);
      for (const freed of waiting.splice(0)) freed();
    };
    let silence: NodeJS.Timeout | undefined;
    const beforeEnd = async () => {
      const isWanted = (await options.beforeEnd?.()) ?? true;
      if (isWanted) silence = setTimeout(leave, answerWithinMs).unref();
      return isWanted;
    };
    try {
      return await sendOverConnection(mail, { ...options, beforeEnd });
    } catch (error) {
      if (!isCrowded(error) || (busy.size === 1 && kept.length === 0)) throw error;
      most = Math.max(1, busy.size - 1);
      setTimeout(() => (most = connections + 1), fewerForMs).unref();
    } finally {
      clearTimeout(silence);
      leave();
    }
    return sendInTurn(mail, options, isBulk);
  }

  async function sendOverConnection(mail: ComposedMail, options: SendOptions): Promise<MailAnswer> {
    const { signal } = options;
    if (signal?.aborted) throw new MailError('Given up before it was begun', 'temporary');
    for (let idle = takeOpen(kept); ; idle = undefined) {
      const connection = idle ?? (await openConnection(server, signal));
      try {
        return await connection.send(mail, options);
      } catch (error) {
        // Tries a new connection if the server had closed the kept one before it saw anything of this mail.
        if (!idle || signal?.aborted || !isStale(error)) throw error;
      } finally {
        if (connection.isOpen()) kept.push(connection);
      }
    }
  }

  return {
    async send(mail, options = {}) {
      const isBulk = mail.prepared !== undefined;
      return sendInTurn(await (mail.prepared ? mail.prepared() : composeMail(mail, from, dkim)), options, isBulk);
    },
    close: async () => {
      for (const connection of kept.splice(0)) connection.close();
    },
  };
}

function takeOpen(kept: SmtpConnection[]): SmtpConnection | undefined {
  for (let connection = kept.shift(); connection; connection = kept.shift()) if (connection.isOpen()) return connection;
  return undefined;
}

/** The server saw nothing of the mail and closed without a reason. */
function isStale(error: unknown): boolean {
  if (!(error instanceof MailError) || error.outcome !== 'temporary' || error.responseCode !== null) return false;
  return error.step !== 'data' && !error.isTimeout;
}

/** The server is there, but accepts no more connections at the moment. */
function isCrowded(error: unknown): boolean {
  return error instanceof MailError && error.step === 'connect' && error.responseCode === 421;
}
