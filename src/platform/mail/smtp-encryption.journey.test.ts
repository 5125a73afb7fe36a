import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { plainMailWarning } from '../config/smtp-tls-option.ts';
import type { Mail } from './mailer-contract.ts';
import { readSmtpUrl } from './read-smtp-url.ts';
import { smtpMailer } from './smtp/smtp-mailer.ts';

const sender = { name: 'Society', address: 'news@society.example' };
const aMail = (to = 'reader@example.org'): Mail => ({
  to,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@society.example>',
});

/** An address of this machine that is not its loopback: to us a server somewhere else. */
const elsewhere = (url: string, query = '') =>
  `${url.replace('127.0.0.1', '0.0.0.0').replace('//', '//user:secret@')}${query}`;

test('nothing, not even the password, goes to a remote server without encryption', async () => {
  let logins = 0;
  await using server = await smtpServer({
    asksLogin: true,
    fail: (step) => {
      if (step === 'auth') logins += 1;
      return undefined;
    },
  });
  for (const query of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true']) {
    const mailer = smtpMailer(elsewhere(server.url, query), sender);
    await expect(mailer.send(aMail()), query).rejects.toMatchObject({
      outcome: 'temporary',
      message: expect.stringMatching(/offers no encryption \(STARTTLS\), so nothing is handed over.*\?tls=none/s),
    });
  }
  expect(logins).toBe(0);
  expect(server.mails).toEqual([]);

  await smtpMailer(elsewhere(server.url, '?tls=none'), sender).send(aMail());
  await smtpMailer(server.url.replace('//', '//user:secret@'), sender).send(aMail());
  expect(server.mails).toHaveLength(2);
});

test('a remote server that offers encryption is used encrypted', async () => {
  await using server = await smtpServer({ tls: 'offered', asksLogin: true });
  await smtpMailer(elsewhere(server.url, '?tls.rejectUnauthorized=false'), sender).send(aMail());
  expect(server.mails).toHaveLength(1);
  await expect(smtpMailer(elsewhere(server.url), sender).send(aMail())).rejects.toThrow('certificate');
  // What is said not to be encrypted is not, whatever the server offers.
  await smtpMailer(elsewhere(server.url, '?tls=none'), sender).send(aMail());
  expect(server.mails).toHaveLength(2);
});

test('a server on this machine may have any certificate, as Debian gives Postfix one', async () => {
  await using server = await smtpServer({ tls: 'offered', asksLogin: true });
  await smtpMailer(server.url.replace('//', '//user:secret@'), sender).send(aMail());
  expect(server.mails).toHaveLength(1);
  const strict = smtpMailer(`${server.url.replace('//', '//user:secret@')}?tls.rejectUnauthorized=true`, sender);
  await expect(strict.send(aMail())).rejects.toThrow('certificate');
});

test.each([
  ['smtp://mail.example:587', true],
  ['smtp://mail.example', true],
  ['smtp://10.0.0.5:25', true],
  ['smtp://127.evil.example:25', true],
  ['smtp://localhost.example:25', true],
  ['smtp://localhost:25', false],
  ['smtp://127.0.0.53:25', false],
  ['smtp://[::1]:25', false],
  ['smtps://mail.example:465', false],
  ['smtp://mail.example:587?tls=none', false],
])('%s: STARTTLS is required: %s', (url, isRequired) => {
  expect(readSmtpUrl(url).requireTLS ?? false).toBe(isRequired);
});

test('the start names a server that is used unencrypted', () => {
  expect(plainMailWarning('smtp://user:secret@mail.example:587?tls=none')).toBe(
    'SMTP_URL says tls=none: emails and the password go to mail.example unencrypted.',
  );
  for (const url of ['smtp://mail.example:587', 'smtps://mail.example?tls=none', 'smtp://localhost:25?tls=none'])
    expect(plainMailWarning(url)).toBeNull();
  const env = { SMTP_URL: 'smtp://mail.example?tls=off', MAIL_FROM: 'news@society.example' };
  expect(() => readConfig(env)).toThrow('SMTP_URL: may say tls=none, and nothing else about tls');
});

test.each([
  ['https://Society.example/site', 'society.example'],
  ['https://192.0.2.7:8443', '[192.0.2.7]'],
  ['https://[2001:db8::7]', '[ipv6:2001:db8::7]'],
  ['https://müller.example', 'xn--mller-kva.example'],
])('EHLO of %s names %s', async (siteUrl, name) => {
  await using server = await smtpServer();
  await smtpMailer(server.url, sender, { siteUrl }).send(aMail());
  expect(server.greetings.map((greeting) => greeting.toLowerCase())).toEqual([name]);
});

test('non-ASCII letters before the @ go to a server that supports them, and are refused with a sentence otherwise', async () => {
  await using modern = await smtpServer();
  await smtpMailer(modern.url, sender).send(aMail('jörg@müller.example'));
  // As that server shows it.
  expect(modern.mails[0]?.envelopeTo).toEqual(['jörg@müller.example']);

  await using old = await smtpServer({ isAsciiOnly: true });
  const mailer = smtpMailer(old.url, sender);
  const refused = mailer.send(aMail('jörg@example.org'));
  // Without a code of the server it counts as no bounce.
  await expect(refused).rejects.toMatchObject({ outcome: 'refused', responseCode: null });
  await expect(refused).rejects.toThrow('has letters before the @ that our mail server cannot write');
  await mailer.send(aMail('post@müller.example'));
  await mailer.close();
  expect(old.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[expect.stringMatching(/^post@/)]]);
  expect(old.connectionCount()).toBe(1);
});
