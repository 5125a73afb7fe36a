/** One SMTP connection: opened, used for one mail after another, closed. It knows whether a mail was handed over. */
import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from '../compose-mail.ts';
import { isAsciiLocalPart } from '../email-address.ts';
import { type MailAnswer, MailError, type MailStep, type SendOptions } from '../mailer.ts';
import { noEncryption, type SmtpServer } from '../smtp-server.ts';
import { createConversation, type Progress } from './conversation.ts';
import { readReplies } from './replies.ts';

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

type Failure = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  step?: MailStep;
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
  const { socket, extensions, conversation } = takeOver(connection, drop);
  return {
    async send(mail, { signal, isStillOurs = () => true } = {}) {
      // Those before the @: the domain is already in ASCII (RFC 6531).
      if (!isAsciiLocalPart(mail.envelope.to) && !extensions.includes('SMTPUTF8'))
        throw new MailError(noSuchLetters, 'refused');
      used += 1;
      const progress: Progress = { step: 'sender', isWhole: false };
      const onStep = (step: 'body' | 'end') => socket.setTimeout(limits[step]);
      try {
        return await unlessAborted(conversation.send(mail, { progress, mayGo: isStillOurs, onStep }), signal);
      } catch (error) {
        const failure = error as Failure;
        if (failure.responseCode === undefined || failure.responseCode === 421) drop();
        else if (isOpen) await unlessAborted(conversation.reset(), signal).catch(drop);
        throw toMailError(failure, failure.step ?? progress.step, progress.isWhole);
      } finally {
        if (isOpen) socket.setTimeout(limits.command);
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      // Its reply is not waited for: it ends the connection.
      socket.write('QUIT\r\n');
      setTimeout(() => connection.close(), farewellMs).unref();
    },
    isOpen: () => isOpen,
    used: () => used,
  };
}

/** From here on the site itself talks to the server: nodemailer has connected, encrypted and logged in. */
function takeOver(connection: NodemailerConnection, drop: () => void) {
  const { _supportedExtensions: extensions } = connection as unknown as { _supportedExtensions: string[] };
  const { _socket: socket } = connection;
  if (!socket) throw new Error('The connection is not open');
  socket.removeAllListeners('data');
  const replies = readReplies(socket, drop);
  connection.on('error', replies.end);
  connection.on('end', () =>
    replies.end(Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' })),
  );
  return {
    socket,
    extensions,
    conversation: createConversation({ socket, extensions, nextReply: replies.next, drop }),
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

const noSuchLetters =
  'This address has letters before the @ that our mail server cannot write (it offers no SMTPUTF8). ' +
  'Ask this subscriber for another address.';

/** `isWhole`: the end of the message was sent. */
function toMailError(failure: Failure, step: MailStep, isWhole: boolean): MailError {
  const code = failure.responseCode ?? null;
  const isTimeout = failure.code === 'ETIMEDOUT' || failure.originalCode === 'ETIMEDOUT';
  const details = { step, isTimeout, systemCode: failure.originalCode ?? failure.code ?? null };
  if (code === null && isWhole) return new MailError(describe(failure), 'unknown', null, details);
  // A refused sender or a protocol error is our trouble, not the recipient's, and may be fixed.
  const isAboutMail = (step === 'recipient' || step === 'data') && code !== null && code >= 500;
  const isSlip = code === 503 || code === 530;
  return new MailError(describe(failure), isAboutMail && !isSlip ? 'refused' : 'temporary', code, details);
}

/** For people: nodemailer's own codes (ESOCKET, ECONNECTION) add nothing to its words. */
function describe({ response, message, code, command, responseCode = 0 }: Failure): string {
  if (command === 'STARTTLS' && code === 'ETLS' && responseCode >= 500) return noEncryption;
  return (response ?? message) || (code ?? 'No answer');
}
