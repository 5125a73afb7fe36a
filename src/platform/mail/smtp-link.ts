/** One SMTP connection: opened, used for one mail after the other, closed. It knows whether a mail was handed over. */
import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection';
import { isAsciiLocalPart } from './address.ts';
import type { ComposedMail } from './compose.ts';
import { type MailAnswer, MailError, type SendOptions } from './mailer.ts';
import { SmtpMessage } from './smtp-data.ts';
import { noEncryption, type SmtpServer } from './smtp-server.ts';

export type SmtpLink = {
  /** @throws MailError; after anything but a refusal by reply the link is closed */
  send(mail: ComposedMail, options?: SendOptions): Promise<MailAnswer>;
  close(): void;
  readonly isOpen: boolean;
  /** Mails tried so far. */
  readonly used: number;
};

/** How long a server may take to answer our QUIT. */
const farewellMs = 1_000;

/** What nodemailer tells about a failure. */
type Failure = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** @throws MailError always `temporary`: who does not let us in says nothing about the recipient */
export async function openLink(server: SmtpServer, signal?: AbortSignal): Promise<SmtpLink> {
  const connection = new SMTPConnection(server);
  let isOpen = true;
  let used = 0;
  connection.on('end', () => {
    isOpen = false;
  });
  const drop = () => {
    isOpen = false;
    connection.close();
  };
  try {
    await unlessAborted(connect(connection, server.auth), signal);
  } catch (error) {
    drop();
    const failure = error as Failure;
    // 535 and 534 speak of the credentials; 454 is a server that cannot look them up right now.
    const isLoginRefused = failure.code === 'EAUTH' && (failure.responseCode ?? 0) >= 500;
    throw new MailError(describe(failure), 'temporary', failure.responseCode ?? null, isLoginRefused);
  }
  return {
    async send(mail, { signal, isStillOurs = () => true } = {}) {
      if (!takesLetters(connection, mail)) throw new MailError(noSuchLetters, 'refused');
      used += 1;
      let isHandedOver = false;
      const message = new SmtpMessage(mail.bytes, () => {
        isHandedOver = isStillOurs();
        return isHandedOver;
      });
      try {
        return await unlessAborted(transmit(connection, mail, message), signal);
      } catch (error) {
        const failure = error as Failure;
        if (failure.responseCode === undefined || failure.responseCode === 421) drop();
        else await unlessAborted(reset(connection), signal).catch(drop);
        throw toMailError(failure, isHandedOver);
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      connection.quit();
      setTimeout(() => connection.close(), farewellMs).unref();
    },
    get isOpen() {
      return isOpen;
    },
    get used() {
      return used;
    },
  };
}

/** Waits for a step of the conversation; nodemailer itself forgets it when the connection is closed from here. */
async function unlessAborted<T>(step: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return step;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error('Given up before the server answered'));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([aborted, step]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function connect(connection: SMTPConnection, auth: SMTPConnectionAuth | undefined): Promise<void> {
  return new Promise((connected, failed) => {
    // Stays for good: an 'error' without a listener would end the process.
    connection.on('error', failed);
    connection.connect((error) => {
      if (error) return failed(error);
      if (!auth || connection.authenticated) return connected();
      connection.login({ ...auth }, (refusal) => (refusal ? failed(refusal) : connected()));
    });
  });
}

function transmit(connection: SMTPConnection, mail: ComposedMail, message: SmtpMessage): Promise<MailAnswer> {
  const { from, to } = mail.envelope;
  return new Promise((taken, failed) => {
    connection.send({ from, to: [to], size: mail.bytes.length }, message, (error, info) => {
      if (error) return failed(error);
      taken({ code: Number.parseInt(info.response, 10) || null, answer: info.response });
    });
  });
}

const noSuchLetters =
  'This address has letters before the @ that our mail server cannot write (it offers no SMTPUTF8). ' +
  'Ask this reader for another address.';

/** Letters beyond ASCII before the @ need SMTPUTF8 (RFC 6531); a domain of any alphabet is in ASCII already. */
function takesLetters(connection: SMTPConnection, { envelope }: ComposedMail): boolean {
  return isAsciiLocalPart(envelope.to) || (extensionsOf(connection)?.includes('SMTPUTF8') ?? true);
}

/** What the server offered after EHLO, which nodemailer keeps to itself. */
function extensionsOf(connection: SMTPConnection): string[] | undefined {
  return (connection as unknown as { _supportedExtensions?: string[] })._supportedExtensions;
}

function reset(connection: SMTPConnection): Promise<void> {
  return new Promise((done, failed) => connection.reset((error) => (error ? failed(error) : done())));
}

function toMailError(failure: Failure, isHandedOver: boolean): MailError {
  const code = failure.responseCode ?? null;
  if (code === null && isHandedOver) return new MailError(describe(failure), 'unknown');
  // A refused sender or a protocol slip is our trouble, not the recipient's: it may be mended.
  const isAboutMail = failure.command !== 'MAIL FROM' && code !== null && code >= 500 && code !== 503 && code !== 530;
  const isUnusable = code === null && failure.code === 'EENVELOPE';
  return new MailError(describe(failure), isAboutMail || isUnusable ? 'refused' : 'temporary', code);
}

/** For people: nodemailer's own codes (ESOCKET, ECONNECTION) say nothing that its words do not. */
function describe({ response, message, code, command, responseCode = 0 }: Failure): string {
  if (command === 'STARTTLS' && code === 'ETLS' && responseCode >= 500) return noEncryption;
  return (response ?? message) || (code ?? 'No answer');
}
