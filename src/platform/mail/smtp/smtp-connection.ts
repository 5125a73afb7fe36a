/** One SMTP connection: opened, used for one mail after another, closed. It knows whether a mail was handed over. */
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { NodemailerError } from 'nodemailer';
import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import { isAsciiLocalPart } from '#shared/email-address.ts';
import type { ComposedMail, Envelope } from '../compose-mail.ts';
import { type MailAnswer, MailError, type MailStep, type SendOptions } from '../mailer-contract.ts';
import { noEncryption, type SmtpServer } from '../read-smtp-url.ts';

export type SmtpConnection = Awaited<ReturnType<typeof openConnection>>;

const mailsPerConnection = 100;
const idleMs = 5_000;
const minuteMs = 60_000;
/** The longest silence (RFC 5321, 4.5.3.2): after a command, within the message, after its end. */
const patience = { command: 5 * minuteMs, body: 3 * minuteMs, end: 10 * minuteMs };
const connectMs = 30_000;

/** After the message, for news of a nearby server that the connection was lost. From a far one it comes too late for any pause. */
const pauseMs = 2;
const farMs = 10;

type Failure = NodemailerError;
/** nodemailer notes here what was refused. */
type SentEnvelope = Envelope & { size: number; mailError?: Failure; rejectedErrors?: Failure[] };

type Progress = {
  step: MailStep;
  /** There is an answer, or the connection is lost. */
  isOver: boolean;
  isMarked?: Promise<boolean>;
  /** Its end was sent, and it may have arrived. */
  isWhole: boolean;
};

const stepOf: Record<string, MailStep> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'data' };

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
  const opened = connection as unknown as { _socket: Socket; _supportedExtensions: string[]; _maxAllowedSize: number };
  const { _socket: socket, _supportedExtensions: extensions } = opened;
  // The server refuses a message that is too large in its own words.
  opened._maxAllowedSize = 0;
  // Otherwise the end of a message waits for the acknowledgement of the rest.
  socket.setNoDelay(true);
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  connection.on('end', () => lost.reject(new Error('Connection closed')));
  const reset = () => new Promise<void>((done, fail) => connection.reset((error) => (error ? fail(error) : done())));
  let used = 0;
  let idle = setTimeout(close, idleMs).unref();
  function close() {
    // Its reply is not waited for.
    if (isOpen()) connection.quit();
    drop();
  }
  return {
    close,
    isOpen,
    /** @throws MailError; unless the server refused by a reply, the connection is closed */
    async send(
      { envelope, bytes, isReady }: ComposedMail,
      { signal, beforeEnd = async () => true }: SendOptions = {},
    ): Promise<MailAnswer> {
      // Those before the @: the domain is already in ASCII (RFC 6531).
      if (!isAsciiLocalPart(envelope.to) && !extensions.includes('SMTPUTF8'))
        throw new MailError(noSuchLetters, 'refused');
      clearTimeout(idle);
      used += 1;
      const sent: SentEnvelope = { ...envelope, size: bytes.length };
      const answered = Promise.withResolvers<string>();
      const progress: Progress = { step: 'sender', isOver: false, isWhole: false };
      const begunAt = performance.now();

      /**
       * The end of a message waits until its body has left this process and `beforeEnd` allows it: if the connection is lost before, it
       * was not delivered.
       */
      async function pipe(stream: Transform) {
        const isFar = performance.now() - begunAt > farMs;
        progress.step = 'data';
        socket.setTimeout(limits.body);
        // The end begins with a line break of its own. nodemailer's look at every byte costs a third of sending a mail.
        if (isReady) stream.push(bytes.subarray(0, -2));
        else stream.write(bytes);
        await setImmediate();
        if (!progress.isOver) await new Promise((left) => socket.write('', left));
        if (!isFar) await sleep(pauseMs);
        if (progress.isOver || !(await (progress.isMarked = beforeEnd())) || progress.isOver)
          throw new Error(cancelled);
        socket.setTimeout(limits.end);
        progress.isWhole = true;
        stream.end();
      }

      function end(error: Error | null, answer = ''): void {
        progress.isOver = true;
        if (error) answered.reject(error);
        else if (progress.isWhole) answered.resolve(answer);
        else answered.reject(Object.assign(new Error(answer), { response: answer }));
      }

      using _listener =
        signal &&
        addAbortListener(signal, () => {
          end(new Error(givenUp));
          drop();
        });
      try {
        // nodemailer asks no more of a stream.
        const message = { pipe: (stream: Transform) => void pipe(stream).catch(end) } as unknown as Readable;
        connection.send(sent, message, (error, info) => end(error, info?.response));
        const answer = await answered.promise;
        // What came with it unasked, such as a farewell, is no answer to the next mail.
        await setImmediate();
        return { code: Number(/^\d{3}(?!\d)/.exec(answer)?.[0]) || null, answer };
      } catch (error) {
        await progress.isMarked?.catch(() => {});
        // A refusal counts, whatever comes after it.
        const failure = sent.mailError ?? sent.rejectedErrors?.[0] ?? (error as Failure);
        const code = codeOf(failure);
        if (code === null || code === 421 || (progress.step === 'data' && !progress.isWhole)) drop();
        else if (isOpen()) await Promise.race([reset(), lost.promise]).catch(drop);
        throw toMailError(failure, stepOf[failure.command ?? ''] ?? progress.step, progress.isWhole);
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
const cancelled = 'Cancelled, or claimed by another worker';
const givenUp = 'Given up before the server answered';
const noSuchLetters =
  'This address has letters before the @ that our mail server cannot write (it offers no SMTPUTF8). ' +
  'Ask this subscriber for another address.';

function toMailError(failure: Failure, step: MailStep, isWhole = false): MailError {
  const code = codeOf(failure);
  const isTimeout = failure.code === 'ETIMEDOUT' || failure.originalCode === 'ETIMEDOUT';
  const details = { step, isTimeout, systemCode: failure.originalCode ?? failure.code ?? null };
  if (code === null && isWhole) return new MailError(describe(failure), 'unknown', null, details);
  // A refused sender or a protocol error is our trouble, not the recipient's, and may be fixed.
  const isAboutMail = (step === 'recipient' || step === 'data') && code !== null && code >= 500;
  const isSlip = code === 503 || code === 530;
  return new MailError(describe(failure), isAboutMail && !isSlip ? 'refused' : 'temporary', code, details);
}

/** Of a refusal: what else a server says fits no column. */
function codeOf({ responseCode: code = 0 }: Failure): number | null {
  return code >= 400 && code < 600 ? code : null;
}

/** For people: nodemailer's own codes (ESOCKET, ECONNECTION) add nothing to its words. */
function describe({ response, message, code, command, responseCode = 0 }: Failure): string {
  if (/wrong version number/i.test(message)) return noTlsHere;
  if (command === 'STARTTLS' && code === 'ETLS' && responseCode >= 500) return noEncryption;
  return (response ?? message) || (code ?? 'No answer');
}
