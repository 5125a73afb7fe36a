/** What is said to the mail server about one mail after another: RFC 5321, without waiting in between where it may (RFC 2920). */
import type { Socket } from 'node:net';
import { isAsciiLocalPart } from '#shared/email-address.ts';
import type { ComposedMail } from '../compose-mail.ts';
import type { MailAnswer, MailStep } from '../mailer-contract.ts';
import { readReplies } from './replies.ts';
import { endOfData, toSmtpData } from './smtp-data.ts';

/** How far a mail has come: it tells what a failure means. `isWhole`: its end was sent, and it may have arrived. */
export type Progress = { step: MailStep; isWhole: boolean };

/** After the message, for news of a nearby server that the connection was lost. From a far one it comes too late for any pause. */
const pauseMs = 2;
const farMs = 10;

type Command = [words: string, step: MailStep];

type Context = {
  socket: Socket;
  /** What the server offers (RFC 5321, 2.2). */
  extensions: readonly string[];
  /** The longest silence within a message and after its end, in milliseconds. */
  limits: { body: number; end: number };
  /** Ends the connection. */
  drop: () => void;
};

export function createMailTransactions({ socket, extensions, limits, drop }: Context) {
  const replies = readReplies(socket, drop);

  /** All of them at once; the first refusal counts, whatever comes after it, and the other replies are read as well. */
  async function ask(commands: Command[]): Promise<void> {
    const asked = commands.map(([, step]) => ({ step, coming: replies.next() }));
    socket.write(commands.map(([words]) => `${words}\r\n`).join(''));
    let refusal: Error | null = null;
    for (const { step, coming } of asked) {
      const reply = await coming.catch((error: unknown) => {
        throw refusal ?? error;
      });
      if (!/^[23]/.test(reply)) refusal ??= refusalOf(reply, step);
      // It is about to go, or waits for a message that it has no recipient for.
      if (reply.startsWith('421') || (refusal && reply.startsWith('3'))) {
        drop();
        break;
      }
    }
    if (refusal) throw refusal;
  }

  function commandsFor({ envelope: { from, to }, bytes }: ComposedMail): Command[] {
    const isInternational = !isAsciiLocalPart(from) || !isAsciiLocalPart(to);
    const utf8 = isInternational && extensions.includes('SMTPUTF8') ? ' SMTPUTF8' : '';
    const size = extensions.includes('SIZE') ? ` SIZE=${bytes.length}` : '';
    return [
      [`MAIL FROM:<${from}>${utf8}${size}`, 'sender'],
      [`RCPT TO:<${to}>`, 'recipient'],
      ['DATA', 'data'],
    ];
  }

  return {
    /** Nothing more is said: what is waited for fails. */
    end: replies.end,
    reset: () => ask([['RSET', 'sender']]),

    /**
     * The message goes out in one piece. Its end follows once the body has left this process and `beforeEnd` allows it: if the
     * connection is lost before, the message was not delivered.
     */
    async send(mail: ComposedMail, beforeEnd: () => Promise<boolean>, progress: Progress): Promise<MailAnswer> {
      const commands = commandsFor(mail);
      const askedAt = performance.now();
      if (extensions.includes('PIPELINING')) await ask(commands);
      else for (const command of commands) await ask([command]);
      const isFar = performance.now() - askedAt > farMs;
      progress.step = 'data';
      socket.setTimeout(limits.body);
      const reply = replies.next();
      const answered = reply.then(
        () => true,
        () => true,
      );
      const isOver = () => Promise.race([answered, Promise.resolve(false)]);
      await Promise.race([answered, written(socket, toSmtpData(mail.bytes, mail.isReady), isFar)]);
      if (!(await isOver()) && !(await beforeEnd())) throw new Error('Cancelled, or claimed by another worker');
      // Refused before its end, or the connection is lost.
      if (await isOver()) {
        drop();
        throw refusalOf(await reply, 'data');
      }
      socket.setTimeout(limits.end);
      progress.isWhole = true;
      socket.write(endOfData);
      const answer = await reply;
      if (!answer.startsWith('2')) throw refusalOf(answer, 'data');
      return { code: codeOf(answer), answer };
    },
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

function written(socket: Socket, body: Buffer, isFar: boolean): Promise<null> {
  return new Promise((passed) => {
    const look = () => setImmediate(passed, null);
    // After a failure the connection says so itself.
    socket.write(body, (error) => error || (isFar ? look() : setTimeout(look, pauseMs)));
  });
}
