/** One SMTP connection: opened, used for one mail after another, closed. It knows whether a mail was handed over. */
import type { Socket } from 'node:net';
import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from '../compose-mail.ts';
import { isAsciiLocalPart } from '../email-address.ts';
import { type MailAnswer, MailError, type MailStep, type SendOptions } from '../mailer.ts';
import { noEncryption, type SmtpServer } from '../smtp-server.ts';
import { SmtpMessage } from './smtp-data.ts';

export type SmtpConnection = {
  /** @throws MailError; unless the server refused by a reply, the connection is closed */
  send(mail: ComposedMail, options?: SendOptions): Promise<MailAnswer>;
  close(): void;
  isOpen(): boolean;
  used(): number;
};

const farewellMs = 1_000;
const minuteMs = 60_000;
/** The longest silence (RFC 5321, 4.5.3.2): after a command, within the message, after its end. */
const patience = { command: 5 * minuteMs, body: 3 * minuteMs, end: 10 * minuteMs };
const connectMs = 30_000;
/** Before its end is sent, a message waits two round trips, within these limits, for news that the connection was lost. */
const pause = { shortestMs: 2, longestMs: 100 };

type Failure = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** @throws MailError always `temporary`: a server that refuses us says nothing about the recipient */
export async function openConnection(server: SmtpServer, signal?: AbortSignal): Promise<SmtpConnection> {
  const connection = new NodemailerConnection(withPatience(server));
  const ms = server.socketTimeout;
  const limits = ms === undefined ? patience : { command: ms, body: ms, end: ms };
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
    await unlessAborted(connect(connection, server), signal);
  } catch (error) {
    drop();
    throw toMailError(error as Failure, (error as Failure).code === 'EAUTH' ? 'login' : 'connect', false);
  }
  return {
    async send(mail, { signal, isStillOurs = () => true } = {}) {
      if (!takesLetters(connection, mail)) throw new MailError(noSuchLetters, 'refused');
      used += 1;
      let step: MailStep = 'sender';
      let isWhole = false;
      const began = performance.now();
      const message = new SmtpMessage(mail.bytes, {
        mayGo: isStillOurs,
        wire: () => ({ socket: socketOf(connection), pauseMs: pauseAfter(performance.now() - began) }),
        onStep: (now) => {
          step = 'data';
          isWhole = now === 'end';
          socketOf(connection).setTimeout(limits[now]);
        },
      });
      try {
        return await unlessAborted(transmit(connection, mail, message), signal);
      } catch (error) {
        const failure = error as Failure;
        if (failure.responseCode === undefined || failure.responseCode === 421) drop();
        else await unlessAborted(reset(connection), signal).catch(drop);
        throw toMailError(failure, steps[failure.command ?? ''] ?? step, isWhole);
      } finally {
        if (isOpen) socketOf(connection).setTimeout(limits.command);
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      connection.quit();
      setTimeout(() => connection.close(), farewellMs).unref();
    },
    isOpen: () => isOpen,
    used: () => used,
  };
}

/** nodemailer has one timeout for connecting and the greeting; this gives up earlier if not even the connection is accepted. */
function withPatience(server: SmtpServer): SmtpServer {
  const {
    connectionTimeout = connectMs,
    greetingTimeout = patience.command,
    socketTimeout = patience.command,
  } = server;
  return { ...server, connectionTimeout: connectionTimeout + greetingTimeout, greetingTimeout, socketTimeout };
}

function pauseAfter(roundTripMs: number): number {
  return Math.min(Math.max(2 * roundTripMs, pause.shortestMs), pause.longestMs);
}

/** The socket in use, after STARTTLS the encrypted one; nodemailer does not expose it. */
function socketOf(connection: NodemailerConnection): Socket {
  const { _socket: socket } = connection;
  if (!socket) throw new Error('The connection is not open');
  return socket;
}

/** Waits for a step of the conversation; nodemailer never answers it once we close the connection. */
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

function connect(connection: NodemailerConnection, { auth, connectionTimeout = connectMs }: SmtpServer): Promise<void> {
  return new Promise((connected, failed) => {
    const timer = setTimeout(() => {
      if (connection.stage === 'init') failed(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
    }, connectionTimeout);
    // Never removed: an 'error' without a listener would end the process.
    connection.on('error', (error) => {
      clearTimeout(timer);
      failed(error);
    });
    connection.connect((error) => {
      clearTimeout(timer);
      if (error) return failed(error);
      if (!auth || connection.authenticated) return connected();
      connection.login({ ...auth }, (refusal) => (refusal ? failed(refusal) : connected()));
    });
  });
}

function transmit(connection: NodemailerConnection, mail: ComposedMail, message: SmtpMessage): Promise<MailAnswer> {
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
  'Ask this subscriber for another address.';

/** Non-ASCII letters before the @ need SMTPUTF8 (RFC 6531); the domain is already in ASCII. */
function takesLetters(connection: NodemailerConnection, { envelope }: ComposedMail): boolean {
  // The server's extensions after EHLO, which nodemailer does not expose.
  const { _supportedExtensions: offered } = connection as unknown as { _supportedExtensions?: string[] };
  return isAsciiLocalPart(envelope.to) || (offered?.includes('SMTPUTF8') ?? true);
}

function reset(connection: NodemailerConnection): Promise<void> {
  return new Promise((done, failed) => connection.reset((error) => (error ? failed(error) : done())));
}

const steps: Record<string, MailStep> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'data' };

/** `isWhole`: the end of the message was sent. */
function toMailError(failure: Failure, step: MailStep, isWhole: boolean): MailError {
  const code = failure.responseCode ?? null;
  const isTimeout = failure.code === 'ETIMEDOUT' || failure.originalCode === 'ETIMEDOUT';
  const details = { step, isTimeout, systemCode: failure.originalCode ?? failure.code ?? null };
  if (code === null && isWhole) return new MailError(describe(failure), 'unknown', null, details);
  // A refused sender or a protocol error is our trouble, not the recipient's, and may be fixed.
  const isAboutMail = (step === 'recipient' || step === 'data') && code !== null && code >= 500;
  const isSlip = code === 503 || code === 530;
  const isUnusable = code === null && failure.code === 'EENVELOPE';
  if (isUnusable) return new MailError(describe(failure), 'refused', null, { ...details, step: 'compose' });
  return new MailError(describe(failure), isAboutMail && !isSlip ? 'refused' : 'temporary', code, details);
}

/** For people: nodemailer's own codes (ESOCKET, ECONNECTION) add nothing to its words. */
function describe({ response, message, code, command, responseCode = 0 }: Failure): string {
  if (command === 'STARTTLS' && code === 'ETLS' && responseCode >= 500) return noEncryption;
  return (response ?? message) || (code ?? 'No answer');
}
