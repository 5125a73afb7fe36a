/** The mail server's replies, one for each command, in their order (RFC 5321, 4.2). */
import type { Socket } from 'node:net';

type Waiting = { resolve: (reply: string) => void; reject: (error: Error) => void };

/** `drop` ends the connection: what it says then was not asked for. */
export function readReplies(socket: Socket, drop: () => void) {
  const waiting: Waiting[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  let reply = '';

  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });

  function take(line: string): void {
    if (line.trim() === '') return;
    reply += reply === '' ? line : `\n${line}`;
    // More lines of it follow.
    if (/^\d+-/.test(line)) return;
    const whole = reply;
    reply = '';
    const next = waiting.shift();
    if (next) next.resolve(whole);
    else drop();
  }

  function next(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.push({ resolve, reject });
    // An earlier reply may end the conversation.
    promise.catch(() => {});
    return promise;
  }

  /** The connection has ended. Its last words may lack their line break. */
  function end(error: Error): void {
    if (/^[45]\d\d /.test(rest)) take(rest);
    rest = '';
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  return { next, end };
}
