/** The mail server's replies, one for each command, in their order (RFC 5321, 4.2). */
import type { Socket } from 'node:net';

type Waiting = { resolve: (reply: string) => void; reject: (error: Error) => void };

/** `drop` ends the connection: what it says then was not asked for. */
export function readReplies(socket: Socket, drop: () => void) {
  const waiting: Waiting[] = [];
  let ended: Error | null = null;
  let rest = '';
  let reply = '';

  // Until here nodemailer has read them.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });

  function take(line: string): void {
    if (line.trim() === '') return;
    reply += reply === '' ? line : `\n${line}`;
    // More lines of it follow.
    if (/^\d+-/.test(line)) return;
    const whole = readable(reply);
    reply = '';
    const next = waiting.shift();
    if (next) return next.resolve(whole);
    end(Object.assign(new Error(whole), { code: 'EPROTOCOL' }));
    drop();
  }

  /** Fails at once when the connection has ended, as after a reply that no one asked for. */
  function next(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    if (ended) reject(ended);
    else waiting.push({ resolve, reject });
    // An earlier reply may end the conversation.
    promise.catch(() => {});
    return promise;
  }

  /** The connection has ended. Its last words may lack their line break. */
  function end(error: Error): void {
    const last = rest;
    rest = '';
    if (/^[45]\d\d /.test(last)) take(last);
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  return { next, end };
}

/** `bytes` in UTF-8, where they are: RFC 5321 names no charset. */
function readable(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? bytes : text;
}
