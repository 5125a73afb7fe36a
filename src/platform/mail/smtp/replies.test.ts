import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { readReplies } from './replies.ts';

function listening() {
  const socket = new PassThrough() as unknown as Socket;
  const drop = vi.fn();
  return {
    ...readReplies(socket, drop),
    say: (...chunks: (string | Buffer)[]) => chunks.forEach((chunk) => socket.emit('data', Buffer.from(chunk))),
    drop,
  };
}

test('a reply may come in pieces, and several at once', async () => {
  const { next, say } = listening();
  const replies = [next(), next()];
  say('250-fi', 'rst\r', '\n250 second\r\n\r\n354', ' go\n');
  expect(await Promise.all(replies)).toEqual(['250-first\n250 second', '354 go']);
});

test('replies are read as UTF-8, also when cut, and other charsets as they are', async () => {
  const { next, say } = listening();
  const replies = [next(), next()];
  const words = Buffer.from('550 Empfänger\r\n');
  say(words.subarray(0, 9), words.subarray(9), Buffer.from('550 Empfänger\r\n', 'latin1'));
  expect(await Promise.all(replies)).toEqual(['550 Empfänger', '550 Empfänger']);
});

test('after an unexpected reply no other is waited for', async () => {
  const { next, say, drop } = listening();
  say('421 going\r\n');
  expect(drop).toHaveBeenCalledOnce();
  await expect(next()).rejects.toThrow('421 going');
});

test('unexpected words without a line break end the connection as well', async () => {
  const { next, say, end } = listening();
  say('421 going');
  end(new Error('closed'));
  await expect(next()).rejects.toThrow('421 going');
});
