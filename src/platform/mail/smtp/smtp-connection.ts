/** One SMTP connection: opened, used for one mail after another, closed. It knows whether a mail was handed over. */
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import type { NodemailerError } from 'nodemailer';
import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import { isAsciiLocalPart } from '#shared/email-address.ts';
import type { ComposedMail } from '../compose-mail.ts';
import { type MailAnswer, MailError, type MailStep, type SendOptions } from '../mailer-contract.ts';
import { noEncryption, type SmtpServer } from '../read-smtp-url.ts';
import { createMailTransactions, type Progress } from './mail-transactions.ts';

export type SmtpConnection = Awaited<ReturnType<typeof openConnection>>;

const mailsPerConnection = 100;
const idleMs = 5_000;
const minuteMs = 60_000;
/** The longest silence (RFC 5321, 4.5.3.2): after a command, within the message, after its end. */
const patience = { command: 5 * minuteMs, body: 3 * minuteMs, end: 10 * minuteMs };
const connectMs = 30_000;

type Failure = NodemailerError & { step?: MailStep };

/** @throws MailError always `temporary`: a server that refuses us says nothing about the recipient */
export async function openConnection(server: SmtpServer, signal?: AbortSignal) {
  const { greetingTimeout = patience.command, socketTimeout: ms, connectionTimeout = connectMs } = server;
  const limits = ms === undefined ? patience : { command: ms, body: ms, end: ms };
  const connection = new NodemailerConnection({
    ...server,
    greetingTimeout,
    socketTimeout: limits.command,
    // nodemailer has one limit for connecting and the greeting; `connect` gives up earlier if no connection is accepted.
    connectionTimeout: connectionTimeout + greetingTimeout,
  });
  const isOpen = () => !connection.destroyed;
  const drop = () => connection.close();
  try {
    await connect(connection, server, signal);
  } catch (error) {
    drop();
    throw toMailError(error as Failure, (error as Failure).code === 'EAUTH' ? 'login' : 'connect');
  }
  // nodemailer has connected, encrypted and logged in. It does not expose these.
  const opened = connection as unknown as { _socket: Socket; _supportedExtensions: readonly string[] };
  const { _socket: socket, _supportedExtensions: extensions } = opened;
  // Otherwise the end of a message waits for the acknowledgement of the rest.
  socket.setNoDelay(true);
  const transactions = createMailTransactions({ socket, extensions, limits, drop });
  connection.on('error', transactions.end);
  connection.on('end', () => transactions.end(new Error('Connection closed unexpectedly')));
  let used = 0;
  let idle = setTimeout(close, idleMs).unref();
  function close() {
    // Its reply is not waited for.
    if (isOpen()) socket.write('QUIT\r\n');
    drop();
  }
  return {
    close,
    isOpen,
    /** @throws MailError; unless the server refused by a reply, the connection is closed */
    async send(mail: ComposedMail, { signal, beforeEnd = async () => true }: SendOptions = {}): Promise<MailAnswer> {
      // Those before the @: the domain is already in ASCII (RFC 6531).
      if (!isAsciiLocalPart(mail.envelope.to) && !extensions.includes('SMTPUTF8'))
        throw new MailError(noSuchLetters, 'refused');
      clearTimeout(idle);
      used += 1;
      const progress: Progress = { step: 'sender', isWhole: false };
      using _listener = signal && addAbortListener(signal, () => transactions.end(new Error(givenUp)));
      try {
        return await transactions.send(mail, beforeEnd, progress);
      } catch (error) {
        const failure = error as Failure;
        if (failure.responseCode === undefined || failure.responseCode === 421) drop();
        else if (isOpen()) await transactions.reset().catch(drop);
        throw toMailError(failure, failure.step ?? progress.step, progress.isWhole);
      } finally {
        if (isOpen()) socket.setTimeout(limits.command);
        if (used >= mailsPerConnection) close();
        else idle = setTimeout(close, idleMs).unref();
      }
    },
  };
}

async function connect(connection: NodemailerConnection, server: SmtpServer, signal?: AbortSignal): Promise<void> {
  const { auth, connectionTimeout = connectMs } = server;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  using _listener = signal && addAbortListener(signal, () => reject(new Error(givenUp)));
  const giveUp = () => reject(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
  setTimeout(() => connection.stage === 'init' && giveUp(), connectionTimeout).unref();
  // Never removed: an 'error' without a listener would end the process.
  connection.on('error', reject);
  const answered = (error?: Error | null) => (error ? reject(error) : resolve());
  connection.connect((error) => {
    if (error || !auth || connection.authenticated) answered(error);
    else connection.login({ ...auth }, answered);
  });
  await promise;
}

const noTlsHere =
  'This port does not speak TLS from the start: write smtp:// instead of smtps:// in SMTP_URL, or another port, such as 465.';
const givenUp = 'Given up before the server answered';
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
  if (/wrong version number/i.test(message)) return noTlsHere;
  if (command === 'STARTTLS' && code === 'ETLS' && responseCode >= 500) return noEncryption;
  return (response ?? message) || (code ?? 'No answer');
}
