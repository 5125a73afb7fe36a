import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMail, smtpServer } from '#tests/support/smtp.ts';
import { type Mail, MailError, type MailOutcome } from './mailer-contract.ts';
import { outboxMailer } from './open-mailer.ts';
import { smtpMailer } from './smtp/smtp-mailer.ts';

const sender = { name: 'One Health, "Students"', address: 'news@society.example' };

function aMail(change: Partial<Mail> = {}): Mail {
  return {
    to: 'reader@example.org',
    subject: 'Fledermäuse & wir',
    html: `<p>Grüße</p><p>${'lang '.repeat(2000)}</p>`,
    text: `Grüße\n.\n..dots\n${'x'.repeat(3000)}`,
    messageId: '<one.two@society.example>',
    headers: { 'List-Unsubscribe': `<https://society.example/${'u'.repeat(300)}>` },
    ...change,
  };
}

async function failureOf(sending: Promise<unknown>): Promise<[MailOutcome, number | null]> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error(`Not refused: ${String(error)}`);
  return [error.outcome, error.responseCode];
}

test('a mail arrives as it was written, with one recipient in its envelope and short lines', async () => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, sender);
  const answer = await mailer.send(aMail());
  await mailer.close();
  expect(answer).toMatchObject({ code: 250, answer: expect.stringContaining('queued') });
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    envelopeFrom: sender.address,
    envelopeTo: ['reader@example.org'],
    messageId: '<one.two@society.example>',
    subject: 'Fledermäuse & wir',
    parsed: { from: sender, to: [{ address: 'reader@example.org' }] },
  });
  expect(mail?.html).toContain('Grüße');
  expect(mail?.text).toContain('\n.\n..dots\n');
  expect(mail?.headers.get('list-unsubscribe')).toBe(aMail().headers?.['List-Unsubscribe']);
  expect(Math.max(...(mail?.raw ?? '').split('\r\n').map((line) => line.length))).toBeLessThan(998);
});

test('connections are reused between mails, within the limit', async () => {
  let current = 0;
  let highest = 0;
  await using server = await smtpServer({
    delay: 20,
    fail: (step) => {
      if (step === 'mail') highest = Math.max(highest, ++current);
      return undefined;
    },
    onData: () => current--,
  });
  const mailer = smtpMailer(server.url, sender, { connections: 3 });
  await Promise.all(Array.from({ length: 12 }, (_, n) => mailer.send(aMail({ to: `reader${n}@example.org` }))));
  await mailer.close();
  expect(server.mails).toHaveLength(12);
  expect(server.connectionCount()).toBe(4);
  expect(highest).toBeLessThanOrEqual(4);
});

test('a server that accepts fewer connections at the same time gets fewer', async () => {
  let taken = 0;
  let refused = 0;
  await using server = await smtpServer({
    delay: 20,
    fail: (step) => {
      if (step !== 'connect' || ++taken <= 2) return undefined;
      refused += 1;
      return '421 4.7.0 Too many connections';
    },
  });
  const mailer = smtpMailer(server.url, sender, { connections: 5 });
  await Promise.all(Array.from({ length: 20 }, (_, n) => mailer.send(aMail({ to: `reader${n}@example.org` }))));
  await mailer.close();
  expect(server.mails).toHaveLength(20);
  expect(refused).toBe(4);
});

test('a connection that the server has closed in the meantime loses no mail', async () => {
  let drops = 1;
  await using server = await smtpServer({
    fail: (step, address) =>
      step === 'mail' && address && server.mails.length === 1 && drops-- > 0 ? 'drop' : undefined,
  });
  const mailer = smtpMailer(server.url, sender);
  await mailer.send(aMail());
  await mailer.send(aMail());
  await mailer.close();
  expect(server.mails).toHaveLength(2);
});

test.each([
  ['connect', 421, 'temporary', 421],
  ['connect', 554, 'temporary', 554],
  ['connect', 'drop', 'temporary', null],
  ['mail', 450, 'temporary', 450],
  ['mail', 553, 'temporary', 553],
  ['rcpt', 451, 'temporary', 451],
  ['rcpt', 550, 'refused', 550],
  ['rcpt', 'drop', 'temporary', null],
  ['data', 452, 'temporary', 452],
  ['data', 554, 'refused', 554],
  ['data', 'drop', 'unknown', null],
] as const)('%s answered with %s is %s', async (step, fault, outcome, code) => {
  let isBroken = true;
  await using server = await smtpServer({ fail: (at) => (isBroken && at === step ? fault : undefined) });
  const mailer = smtpMailer(server.url, sender);
  expect(await failureOf(mailer.send(aMail()))).toEqual([outcome, code]);
  isBroken = false;
  await mailer.send(aMail());
  await mailer.close();
  expect(server.mails).toHaveLength(1);
});

test('no server, or one that asks for unsupported TLS, is a temporary failure', async () => {
  const noOne = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => noOne.once('listening', listening));
  const { port } = noOne.address() as { port: number };
  await new Promise((closed) => noOne.close(closed));
  expect(await failureOf(smtpMailer(`smtp://127.0.0.1:${port}`, sender).send(aMail()))).toEqual(['temporary', null]);
  await using server = await smtpServer();
  expect(await failureOf(smtpMailer(`${server.url}?requireTLS=true`, sender).send(aMail()))).toMatchObject([
    'temporary',
    500,
  ]);
  expect(server.mails).toEqual([]);
});

test.each([
  { to: 'a@example.org\r\nBcc: b@example.org' },
  { to: 'a@example.org, b@example.org' },
  { to: 'a@example.org>\nRCPT TO:<b@example.org' },
  { to: '' },
  { headers: { 'List-Id': '<a>\r\nBcc: b@example.org' } },
  { headers: { 'X\r\nBcc': 'b@example.org' } },
  { messageId: '<a@b>\r\nBcc: b@example.org' },
])('%j is refused before a server is contacted', async (change) => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, sender);
  expect(await failureOf(mailer.send(aMail(change)))).toEqual(['refused', null]);
  expect(server.connectionCount()).toBe(0);
});

test('a line break in a subject adds no header', async () => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, sender);
  await mailer.send(aMail({ subject: 'Hello\r\nBcc: other@example.org\r\n\r\n<b>body</b>' }));
  await mailer.send(aMail({ to: 'comma,"quote@example.org' }));
  await mailer.close();
  const [first, second] = server.mails;
  expect(first?.subject).toBe('Hello Bcc: other@example.org <b>body</b>');
  expect(first?.headers.has('bcc')).toBe(false);
  expect(first?.envelopeTo).toEqual(['reader@example.org']);
  expect(second?.parsed.to).toHaveLength(1);
});

test('without a server a mail becomes a file with the same headers, never a partial one', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox');
  try {
    const mailer = outboxMailer(folder, sender);
    const answer = await mailer.send(aMail());
    expect(answer.code).toBe(250);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(answer.file).toBe(join(folder, readdirSync(folder)[0] ?? ''));
    expect(answer.file).toMatch(/[0-9a-f]{12}\.eml$/);
    const kept = await readMail(readFileSync(answer.file ?? ''));
    await using server = await smtpServer();
    const overSmtp = smtpMailer(server.url, sender);
    await overSmtp.send(aMail());
    await overSmtp.close();
    const without = (headers: Map<string, string> | undefined) =>
      [...(headers ?? [])].filter(([name]) => !['date', 'content-type'].includes(name));
    expect(without(kept.headers)).toEqual(without(server.mails[0]?.headers));
    expect(await failureOf(mailer.send(aMail({ to: 'a@b.c\nBcc: d@e.f' })))).toEqual(['refused', null]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
