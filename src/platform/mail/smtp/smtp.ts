/**
 * Sends over SMTP through a few connections that stay open between mails, one recipient per envelope. Never repeats a mail that the
 * server may have seen: the caller decides what to do about a failure.
 */
import { type ComposedMail, compose, type Sender } from '../compose-mail.ts';
import type { DkimKey } from '../dkim.ts';
import { type MailAnswer, MailError, type Mailer, type SendOptions } from '../mailer.ts';
import { readSmtpUrl, type SmtpServer } from '../smtp-server.ts';
import { openConnection, type SmtpConnection } from './smtp-connection.ts';

const dnsTimeout = 10_000;
const fewerForMs = 60_000;

export type SmtpOptions = {
  /** Mails sent at the same time, default 5. */
  connections?: number;
  dkim?: DkimKey | undefined;
  /** Its host is named in the greeting. */
  siteUrl?: string;
};

/** `url` as `readSmtpUrl` takes it. */
export function smtpMailer(url: string, from: Sender, { connections = 5, dkim, siteUrl }: SmtpOptions = {}): Mailer {
  const server: SmtpServer = { dnsTimeout, ...readSmtpUrl(url, siteUrl), logger: false };
  /** Kept open for a moment, for the next mail. */
  const kept: SmtpConnection[] = [];
  const places = limitedPlaces(connections);

  async function sendOverConnection(composed: ComposedMail, options: SendOptions): Promise<MailAnswer> {
    const { signal } = options;
    if (signal?.aborted) throw new MailError('Given up before it was begun', 'temporary');
    for (let idle = takeOpen(kept); ; idle = undefined) {
      const connection = idle ?? (await openConnection(server, signal));
      try {
        return await connection.send(composed, options);
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
      const composed = await (mail.prepared?.() ?? compose(mail, from, dkim));
      for (;;) {
        await places.enter();
        try {
          return await sendOverConnection(composed, options);
        } catch (error) {
          if (!isCrowded(error) || (places.busy() <= 1 && kept.length === 0)) throw error;
          places.reduce();
        } finally {
          places.leave();
        }
      }
    },
    close: async () => {
      for (const connection of kept.splice(0)) connection.close();
    },
  };
}

/** Limits how many mails go out at the same time; fewer for a while after the server refused another connection. */
function limitedPlaces(connections: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  let fewer = connections;
  let fewerUntil = 0;
  const most = () => (performance.now() < fewerUntil ? fewer : connections);
  return {
    busy: () => busy,
    async enter(): Promise<void> {
      if (busy < most()) busy += 1;
      else await new Promise<void>((free) => waiting.push(free));
    },
    leave(): void {
      busy -= 1;
      while (busy < most() && waiting.length > 0) {
        busy += 1;
        waiting.shift()?.();
      }
    },
    reduce(): void {
      fewer = Math.max(1, busy - 1);
      fewerUntil = performance.now() + fewerForMs;
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
