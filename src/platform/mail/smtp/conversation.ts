/** What is said to the mail server about one mail after another: RFC 5321, without waiting in between where it may (RFC 2920). */
import type { Socket } from 'node:net';
import type { ComposedMail } from '../compose-mail.ts';
import { isAsciiLocalPart } from '../email-address.ts';
import type { MailAnswer, MailStep } from '../mailer.ts';
import { toSmtpData } from './smtp-data.ts';

/** How far a mail has come: it tells what a failure means. */
export type Progress = { step: MailStep; isWhole: boolean };

type Command = { words: string; step: MailStep };

type Context = {
  socket: Socket;
  /** What the server offers (RFC 5321, 2.2). */
  extensions: readonly string[];
  /** The next reply, whole; fails when the connection ends. */
  nextReply: () => Promise<string>;
  /** Ends the connection. */
  drop: () => void;
};

type Transfer = {
  progress: Progress;
  /** Asked before the message is handed over, and again before its end; false makes it fail. */
  mayGo: () => boolean;
  /** Called when the body, and then the end, goes out: after the end it may have arrived. */
  onStep: (step: 'body' | 'end') => void;
};

/** Before its end is sent, a message waits two round trips, within these limits, for news that the connection was lost. */
const pause = { shortestMs: 2, longestMs: 100 };

export function createConversation({ socket, extensions, nextReply, drop }: Context) {
  const isPipelining = extensions.includes('PIPELINING');

  /** All of them at once; the first refusal counts, whatever comes after it, and the other replies are read as well. */
  async function ask(commands: Command[]): Promise<void> {
    const asked = commands.map(({ step }) => ({ step, coming: nextReply() }));
    socket.write(commands.map(({ words }) => `${words}\r\n`).join(''));
    let refusal: Error | null = null;
    for (const { step, coming } of asked) {
      const reply = await coming.catch((error: unknown) => {
        throw refusal ?? error;
      });
      // Whatever it was asked: it is about to go.
      if (reply.startsWith('421')) {
        drop();
        throw refusal ?? refusalOf(reply, 'sender');
      }
      if (!/^[23]/.test(reply)) refusal ??= refusalOf(reply, step);
      // It waits for a message that it has no recipient for.
      else if (refusal && step === 'data') drop();
    }
    if (refusal) throw refusal;
  }

  async function nameBoth({ envelope: { from, to }, bytes }: ComposedMail): Promise<void> {
    const isInternational = !isAsciiLocalPart(from) || !isAsciiLocalPart(to);
    const letters = isInternational && extensions.includes('SMTPUTF8') ? ' SMTPUTF8' : '';
    const size = extensions.includes('SIZE') ? ` SIZE=${bytes.length}` : '';
    const commands: Command[] = [
      { words: `MAIL FROM:<${from}>${letters}${size}`, step: 'sender' },
      { words: `RCPT TO:<${to}>`, step: 'recipient' },
      { words: 'DATA', step: 'data' },
    ];
    if (isPipelining) await ask(commands);
    else for (const command of commands) await ask([command]);
  }

  /**
   * The message goes out in one piece. The end follows after the body has left this process and a moment has passed: if the
   * connection is lost in between, the message was not delivered.
   */
  async function handOver(bytes: Buffer, pauseMs: number, { progress, mayGo, onStep }: Transfer): Promise<string> {
    const { body, end } = toSmtpData(bytes);
    const reply = nextReply();
    onStep('body');
    const early = await Promise.race([reply, written(socket, body, pauseMs)]);
    if (early !== null) {
      drop();
      throw refusalOf(early, 'data');
    }
    // It is lost, and says so in a moment.
    if (!socket.writable) return reply;
    if (!mayGo()) throw takenOver();
    onStep('end');
    progress.isWhole = true;
    socket.write(end);
    return reply;
  }

  return {
    async send(mail: ComposedMail, transfer: Transfer): Promise<MailAnswer> {
      const began = performance.now();
      await nameBoth(mail);
      transfer.progress.step = 'data';
      if (!transfer.mayGo()) throw takenOver();
      const answer = await handOver(mail.bytes, pauseAfter(performance.now() - began), transfer);
      if (!answer.startsWith('2')) throw refusalOf(answer, 'data');
      return { code: codeOf(answer), answer };
    },
    reset: () => ask([{ words: 'RSET', step: 'sender' }]),
  };
}

/** The server's own words against a mail, as nodemailer's errors hold them. */
function refusalOf(response: string, step: MailStep): Error {
  return Object.assign(new Error(response), { response, responseCode: codeOf(response) ?? undefined, step });
}

/** Three digits and no more: what else a server says fits no column. */
function codeOf(reply: string): number | null {
  const [code] = /^\d{3}(?!\d)/.exec(reply) ?? [];
  return code === undefined ? null : Number(code);
}

function takenOver(): Error {
  return new Error('Someone else has taken this mail over');
}

function written(socket: Socket, body: Buffer, pauseMs: number): Promise<null> {
  return new Promise((passed) => {
    socket.write(body, (error) => {
      // The connection says so itself.
      if (error) return;
      // After a busy spell, first handle what has arrived, including a lost connection.
      setTimeout(() => setImmediate(() => setImmediate(passed, null)), pauseMs);
    });
  });
}

function pauseAfter(roundTripMs: number): number {
  return Math.min(Math.max(2 * roundTripMs, pause.shortestMs), pause.longestMs);
}
