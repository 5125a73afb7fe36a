/** One SMTP connection: opened, used for one mail after another, closed. It knows whether a mail was handed over. */
import type { Socket } from 'node:net';
import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from '../compose-mail.ts';
import { isAsciiLocalPart } from '../email-address.ts';
import { type MailAnswer, MailError, type MailStep, type SendOptions } from '../mailer.ts';
import { noEncryption, type SmtpServer } from '../smtp-server.ts';
import { createConversation, type Progress } from './conversation.ts';

export type SmtpConnection = Awaited<ReturnType<typeof openConnection>>;

const mailsPerConnection = 100;
const idleMs = 5_000;
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
export async function openConnection(server: SmtpServer, signal?: AbortSignal) {
  const connection = new NodemailerConnection(withPatience(server));
  const ms = server.socketTimeout;
  const limits = ms === undefined ? patience : { command: ms, body: ms, end: ms };
  let isOpen = true;
  const drop = () => {
    isOpen = false;
    connection.close();
  };
  try {
    await connect(connection, server, signal);
  } catch (error) {
    drop();
    throw toMailError(error as Failure, (error as Failure).code === 'EAUTH' ? 'login' : 'connect');
  }
  // nodemailer has connected, encrypted and logged in. It does not expose these.
  const opened = connection as unknown as { _socket: Socket; _supportedExtensions: readonly string[] };
  const { _socket: socket, _supportedExtensions: extensions } = opened;
  const conversation = createConversation({ socket, extensions, limits, drop });
  connection.on('error', conversation.end);
  connection.on('end', () => {
    isOpen = false;
    conversation.end(Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' }));
  });
  let used = 0;
  let idle = setTimeout(close, idleMs).unref();
  function close() {
    if (!isOpen) return;
    isOpen = false;
    // Its reply is not waited for: it ends the connection.
    socket.write('QUIT\r\n');
    setTimeout(() => connection.close(), farewellMs).unref();
  }
  return {
    close,
    isOpen: () => isOpen,
    /** @throws MailError; unless the server refused by a reply, the connection is closed */
    async send(mail: ComposedMail, { signal, isStillOurs = () => true }: SendOptions = {}): Promise<MailAnswer> {
      // Those before the @: the domain is already in ASCII (RFC 6531).
      if (!isAsciiLocalPart(mail.envelope.to) && !extensions.includes('SMTPUTF8'))
        throw new MailError(noSuchLetters, 'refused');
      clearTimeout(idle);
      used += 1;
      const progress: Progress = { step: 'sender', isWhole: false };
      const stop = onAbort(signal, conversation.end);
      try {
        return await conversation.send(mail, isStillOurs, progress);
      } catch (error) {
        const failure = error as Failure;
        if (failure.responseCode === undefined || failure.responseCode === 421) drop();
        else if (isOpen) await conversation.reset().catch(drop);
        throw toMailError(failure, failure.step ?? progress.step, progress.isWhole);
      } finally {
        stop();
        if (isOpen) socket.setTimeout(limits.command);
        if (used >= mailsPerConnection) close();
        else idle = setTimeout(close, idleMs).unref();
      }
    },
  };
}

/** Returns how to listen no more. */
function onAbort(signal: AbortSignal | undefined, end: (error: Error) => void): () => void {
  const giveUp = () => end(new Error('Given up before the server answered'));
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  return () => signal?.removeEventListener('abort', giveUp);
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

function connect(connection: NodemailerConnection, server: SmtpServer, signal?: AbortSignal): Promise<void> {
  const { auth, connectionTimeout = connectMs } = server;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    if (connection.stage === 'init') reject(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
  }, connectionTimeout);
  const stop = onAbort(signal, reject);
  // Never removed: an 'error' without a listener would end the process.
  connection.on('error', reject);
  const answered = (error?: Error | null) => (error ? reject(error) : resolve());
  connection.connect((error) => {
    clearTimeout(timer);
    if (error || !auth || connection.authenticated) answered(error);
    else connection.login({ ...auth }, answered);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

const noSuchLetters =
  'This address has letters before the @ that our mail server cannot write (it offers no SMTPUTF8). ' +
  'Ask this subscriber for another address.';

function toMailError(failure: Failure, step: MailStep, isWhole = false): MailError {
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
