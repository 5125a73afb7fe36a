import { createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hangingSmtpServer } from '#tests/support/hanging-smtp.ts';
import { eventually, smtpServer } from '#tests/support/smtp.ts';
import type { Mail } from '../mailer-contract.ts';
import { smtpMailer } from './smtp-mailer.ts';

const sender = { name: 'Society', address: 'news@society.example' };
const aMail = (lines = 3): Mail => ({
  to: 'reader@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello there.\n'.repeat(lines),
  messageId: '<one@society.example>',
});

/** Reads the message and goes away when `isEnough` says so of what has come; counts the ends of messages. */
async function leavingServer(isEnough: (received: string) => boolean) {
  let ends = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    let received: string | null = null;
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (received === null) {
        if (text.startsWith('DATA')) received = '';
        return socket.write(received === '' ? '354 go\r\n' : '250 ok\r\n');
      }
      received += text;
      if (received.endsWith('\r\n.\r\n')) ends += 1;
      return isEnough(received) ? socket.destroy() : undefined;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    ends: () => ends,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

test.each([3, 30_000])('a connection lost within a message of %i lines has not delivered it', async (lines) => {
  await using server = await leavingServer((received) => received.length > 100);
  const mailer = smtpMailer(server.url, sender);
  const failure = { outcome: 'temporary', responseCode: null, step: 'data', isTimeout: false };
  // As long as a row takes to say that the mail may have arrived.
  const beforeEnd = () => sleep(100, true);
  for (let n = 0; n < 5; n++) await expect(mailer.send(aMail(lines), { beforeEnd })).rejects.toMatchObject(failure);
  expect(server.ends()).toBe(0);
});

test('a connection lost after the end of the message may have delivered it', async () => {
  await using server = await leavingServer((received) => received.endsWith('\r\n.\r\n'));
  const mailer = smtpMailer(server.url, sender);
  await expect(mailer.send(aMail())).rejects.toMatchObject({ outcome: 'unknown', step: 'data', isTimeout: false });
});

/** Offers to take commands together, and says `answers` one after the other: what it does then is in `after`. */
async function talkingServer(answers: string[], after: (socket: Socket) => void = () => {}, offer = 'PIPELINING') {
  let received = '';
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const left = ['220 ready\r\n', `250-here\r\n250 ${offer}\r\n`, ...answers];
    open.add(socket);
    socket.on('error', () => {});
    socket.write(left.shift() ?? '');
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.write(left.shift() ?? '');
      if (left.length === 0) after(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}?socketTimeout=5000`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

test('commands are sent together, and the first refused one counts', async () => {
  const answers = ['250 ok\r\n550 5.1.1 no such user\r\n554 no recipients\r\n', '250 reset\r\n'];
  await using server = await talkingServer(answers);
  const mailer = smtpMailer(server.url, sender);
  const failure = { outcome: 'refused', step: 'recipient', responseCode: 550, message: '550 5.1.1 no such user' };
  await expect(mailer.send(aMail())).rejects.toMatchObject(failure);
  expect(server.received()).toMatch(
    /MAIL FROM:<news@society.example>\r\nRCPT TO:<reader@example.org>\r\nDATA\r\nRSET\r\n$/,
  );
  await mailer.close();
});

test.each([
  ['421 4.7.0 too many errors\r\n', () => {}],
  ['', (socket: Socket) => socket.end()],
] as const)('a refused recipient stays refused when the server disconnects: %j', async (words, after) => {
  await using server = await talkingServer([`250 ok\r\n550 5.1.1 no such user\r\n${words}`], after);
  const failure = { outcome: 'refused', step: 'recipient', responseCode: 550, message: '550 5.1.1 no such user' };
  await expect(smtpMailer(server.url, sender).send(aMail())).rejects.toMatchObject(failure);
  expect(server.received()).toMatch(/DATA\r\n$/);
});

test.each([
  ['451 4.3.0 broken', 451],
  ['250 taken', null],
])('a message that is answered with %s before it was sent is not finished', async (message, responseCode) => {
  await using server = await talkingServer([`250 ok\r\n250 ok\r\n354 go\r\n${message}\r\n`]);
  const failure = { outcome: 'temporary', step: 'data', responseCode, message, isTimeout: false };
  await expect(smtpMailer(server.url, sender).send(aMail())).rejects.toMatchObject(failure);
  expect(server.received()).not.toMatch(/\r\n\.\r\n$/);
});

test('the server is told how large a mail is', async () => {
  await using server = await talkingServer(['550 no\r\n', '250 reset\r\n'], () => {}, 'SIZE 100000');
  await expect(smtpMailer(server.url, sender).send(aMail())).rejects.toMatchObject({ step: 'sender' });
  expect(server.received()).toMatch(/MAIL FROM:<news@society.example> SIZE=\d{3}\r\nRSET\r\n$/);
});

test('a reply without a three-digit code is not read as one', async () => {
  await using server = await talkingServer(['99999999999 no\r\n'], () => {}, 'HELP');
  const failure = { outcome: 'temporary', step: 'sender', responseCode: null, message: '99999999999 no' };
  await expect(smtpMailer(server.url, sender).send(aMail())).rejects.toMatchObject(failure);
});

test('a server that waits for a message although it refused the recipient gets an empty one', async () => {
  await using server = await talkingServer(['250 ok\r\n550 no\r\n354 go\r\n', '554 empty\r\n', '250 reset\r\n']);
  const mailer = smtpMailer(server.url, sender);
  await expect(mailer.send(aMail())).rejects.toMatchObject({ outcome: 'refused', step: 'recipient' });
  expect(server.received()).toMatch(/DATA\r\n\.\r\nRSET\r\n$/);
});

test.each([
  ['at the sender', '421 4.3.2 going\r\n', 'sender', 421],
  ['at the recipient', '250 ok\r\n421 4.3.2 going\r\n', 'recipient', 421],
  ['with no line break after it', '250 ok\r\n250 ok\r\n451 4.3.0 later', 'sender', 451],
  ['in letters of many bytes', '250 ok\r\n250 ok\r\n451-später\r\n451 4.3.0 später\r\n', 'data', 451],
] as const)(
  'a server that disconnects with a message %s has accepted nothing',
  async (_, words, step, responseCode) => {
    await using server = await talkingServer([words], (socket) => socket.end());
    const sending = smtpMailer(server.url, sender).send(aMail());
    const message = expect.stringContaining(words.trim().split('\r\n').at(-1) ?? '');
    await expect(sending).rejects.toMatchObject({ outcome: 'temporary', step, responseCode, message });
  },
);

test('a farewell that comes with the answer is no answer to the mail that waits', async () => {
  await using server = await talkingServer(['250 ok\r\n250 ok\r\n354 go\r\n', '', '250 taken\r\n421 4.7.0 enough\r\n']);
  const mailer = smtpMailer(server.url, sender, { connections: 0 });
  const taken = { code: 250, answer: '250 taken' };
  expect(await Promise.all([mailer.send(aMail()), mailer.send(aMail())])).toEqual([taken, taken]);
  expect(server.received().match(/EHLO/g)).toHaveLength(2);
});

test('a message refused before its end has not been sent', async () => {
  await using server = await talkingServer(['250 ok\r\n250 ok\r\n354 go\r\n', '552 5.3.4 too big\r\n']);
  const mailer = smtpMailer(server.url, sender);
  const failure = { outcome: 'refused', step: 'data', responseCode: 552 };
  await expect(mailer.send(aMail(30_000))).rejects.toMatchObject(failure);
  expect(server.received()).not.toMatch(/\r\n\.\r\n$/);
});

test.each([
  ['connect', 'temporary', 'connect'],
  ['rcpt', 'temporary', 'sender'],
  ['data', 'unknown', 'data'],
] as const)(
  'a server that falls silent at %s is distinguished from one that disconnected',
  async (at, outcome, step) => {
    await using server = await hangingSmtpServer(at);
    const mailer = smtpMailer(`${server.url}?greetingTimeout=1000&socketTimeout=1000`, sender);
    await expect(mailer.send(aMail())).rejects.toMatchObject({ outcome, step, isTimeout: true, responseCode: null });
  },
);

test('each timeout has its own length: 5 minutes after a command, 10 after the end of the message', async () => {
  for (const [at, ms] of [
    ['connect', 300_000],
    ['rcpt', 300_000],
    ['data', 600_000],
  ] as const) {
    await using server = await hangingSmtpServer(at);
    const lengths = await silencesOf(server, smtpMailer(server.url, sender).send.bind(null, aMail()));
    expect(lengths.at(-1), at).toBe(ms);
  }
});

test.each([
  ['connect', 'temporary', null],
  ['rcpt', 'temporary', null],
  ['data', 'unknown', null],
  ['reset', 'refused', 550],
] as const)('a mail whose server hangs at %s can be given up, and is %s', async (step, outcome, responseCode) => {
  await using server = await hangingSmtpServer(step);
  const mailer = smtpMailer(server.url, sender);
  const giveUp = new AbortController();
  const sending = mailer.send(aMail(), { signal: giveUp.signal }).catch((error: unknown) => error);
  await eventually(() => server.hangingCount() === 1);
  giveUp.abort();
  expect(await sending).toMatchObject({ outcome, responseCode });
  await eventually(() => server.openCount() === 0, 2000);
});

test('nothing is sent after it was given up, and an unused connection stays open', async () => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, sender);
  const giveUp = new AbortController();
  await mailer.send(aMail(), { signal: giveUp.signal });
  giveUp.abort();
  await mailer.send(aMail());
  expect(server.connectionCount()).toBe(1);
  await expect(mailer.send(aMail(), { signal: giveUp.signal })).rejects.toMatchObject({ outcome: 'temporary' });
  await mailer.close();
  expect(server.mails).toHaveLength(2);
});

/** The time limits that are set on the client's socket until the server hangs. */
async function silencesOf(
  server: Awaited<ReturnType<typeof hangingSmtpServer>>,
  send: (options: { signal: AbortSignal }) => Promise<unknown>,
): Promise<number[]> {
  const limits = vi.spyOn(Socket.prototype, 'setTimeout');
  const giveUp = new AbortController();
  try {
    const sending = send({ signal: giveUp.signal }).catch(() => {});
    await eventually(() => server.hangingCount() === 1);
    giveUp.abort();
    await sending;
    return limits.mock.calls.map(([ms]) => ms).filter((ms) => ms > 0);
  } finally {
    limits.mockRestore();
  }
}
