import { expect, test } from 'vitest';
import { hangingSmtpServer } from '#tests/support/hanging-smtp.ts';
import { eventually, smtpServer } from '#tests/support/smtp.ts';
import type { Mail } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

const sender = { name: 'Society', address: 'news@society.example' };
const mail: Mail = {
  to: 'reader@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@society.example>',
};

test.each([
  ['connect', 'temporary', null],
  ['rcpt', 'temporary', null],
  ['data', 'unknown', null],
  ['reset', 'refused', 550],
] as const)('a mail whose server hangs at %s can be given up, and is %s', async (step, outcome, responseCode) => {
  await using server = await hangingSmtpServer(step);
  const mailer = smtpMailer(server.url, sender);
  const giveUp = new AbortController();
  const sending = mailer.send(mail, { signal: giveUp.signal }).catch((error: unknown) => error);
  await eventually(() => server.hangingCount() === 1);
  giveUp.abort();
  expect(await sending).toMatchObject({ outcome, responseCode });
  await eventually(() => server.openCount() === 0, 2000);
});

test('nothing is sent once it was given up, and a connection that was not in use stays', async () => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, sender);
  const giveUp = new AbortController();
  await mailer.send(mail, { signal: giveUp.signal });
  giveUp.abort();
  await mailer.send(mail);
  expect(server.connectionCount()).toBe(1);
  await expect(mailer.send(mail, { signal: giveUp.signal })).rejects.toMatchObject({ outcome: 'temporary' });
  await mailer.close();
  expect(server.mails).toHaveLength(2);
});
