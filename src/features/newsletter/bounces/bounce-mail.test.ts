import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { absence, complaint, fromExchange, fromGmail, fromPostfix } from '#tests/support/bounce-mails.ts';
import { readBounceMail } from './bounce-mail.server.ts';

/** What it says about one of our mails. */
const readReport = async (raw: string) =>
  [await readBounceMail(raw)].filter((notice) => notice && 'messageId' in notice);

const messageId = '<article.7.12.0a1b2c3d4e5f6a7b@society.example>';

test.each([
  ['Postfix', fromPostfix, /^550 5\.1\.1 <reader@example\.org>: Recipient address rejected: User unknown/],
  ['Exchange', fromExchange, /^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound/],
  ['Gmail', fromGmail, /^550-5\.1\.1 The email account that you tried to reach does not exist/],
])('%s says that there is no such mailbox', async (_, write, reason) => {
  const reports = await readReport(write({ messageId }));
  expect(reports).toEqual([{ type: 'hard', messageId, reason: expect.stringMatching(reason) }]);
});

test.each([
  ['a full mailbox', '5.2.2', 'smtp; 552 5.2.2 The email account that you tried to reach is over quota', 'soft'],
  ['a mailbox that stayed full for days', '4.2.2', 'smtp; 452 4.2.2 Mailbox full', 'soft'],
  ['a status and no words', '5.1.1', 'x-unix; user has gone', 'hard'],
  ['words and no status', '5.0.0', 'smtp; 550 No such user here', 'hard'],
  ['a domain that does not exist', '5.4.4', 'X-Postfix; Host or domain name not found', 'hard'],
])('%s', async (_, status, diagnostic, type) => {
  for (const write of [fromPostfix, fromExchange, fromGmail])
    expect(await readReport(write({ messageId, status, diagnostic }))).toMatchObject([{ type, messageId }]);
});

test('a server that was away for days says nothing about the address', async () => {
  const expired = { messageId, status: '4.4.7', diagnostic: 'smtp; 450 4.4.7 Message expired' };
  for (const write of [fromPostfix, fromExchange, fromGmail]) expect(await readReport(write(expired))).toEqual([]);
});

test('a refusal because of our server says nothing about the address', async () => {
  const refusal = { messageId, status: '5.7.1', diagnostic: 'smtp; 554 5.7.1 Message rejected as spam' };
  for (const write of [fromPostfix, fromExchange, fromGmail]) expect(await readReport(write(refusal))).toEqual([]);
});

test.each(['delayed', 'delivered', 'relayed'] as const)('a mail that is only %s has not bounced', async (action) => {
  expect(
    await readReport(fromPostfix({ messageId, action, status: '4.4.1', diagnostic: 'smtp; 451 4.4.1 Later' })),
  ).toEqual([]);
});

test('a subscriber who presses "spam" counts as a complaint, one who withdraws it does not', async () => {
  for (const type of ['abuse', 'fraud', 'opt-out'])
    expect(await readReport(complaint(messageId, type))).toMatchObject([{ type: 'complaint', messageId }]);
  expect(await readReport(complaint(messageId, 'not-spam'))).toEqual([]);
});

test('without the original mail the report is matched by the Message-ID it answers', async () => {
  const report = fromExchange({ messageId });
  const bare = report.slice(0, report.lastIndexOf('--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9\r\nContent-Type'));
  expect(await readReport(bare)).toMatchObject([{ type: 'hard', messageId }]);
});

test('anything else is no report', async () => {
  const cut = fromPostfix({ messageId }).slice(0, 900);
  for (const raw of [absence(messageId), '', 'Subject: x\r\n\r\n', '\u0000\u0001', cut])
    expect(await readReport(raw)).toEqual([]);
});

/** Each file is named after the server that writes so. */
const caseOf = (name: string) => readFileSync(`tests/cases/bounces/${name}.eml`, 'utf8');

test.each([
  ['domino', 'hard'],
  ['exim-plain', 'hard'],
  ['wrapped-mixed', 'hard'],
  ['qq-cn', 'hard'],
  ['exim-unrouteable', 'soft'],
  ['gmx-de', 'soft'],
  ['orange-fr', 'hard'],
  ['t-online', 'hard'],
  ['icloud-full', 'soft'],
])('%s says %s', async (name, type) => {
  expect(await readBounceMail(caseOf(name))).toMatchObject({ type, messageId });
});

test.each(['mimecast', 'forwarded-alias'])(
  '%s says nothing about the subscriber, and is reported to administrators',
  async (name) => {
    expect(await readBounceMail(caseOf(name))).toMatchObject({ type: 'ours' });
  },
);

test.each(['ooo', 'challenge', 'left-company'])('%s is ignored', async (name) => {
  expect(await readBounceMail(caseOf(name))).toBeNull();
});

test.each([
  ['gone-microsoft365', 'hard'],
  ['gone-with-policy-code', 'hard'],
  ['jmrp-complaint', 'complaint'],
])('%s is %s for the mail that it names', async (name, type) => {
  const raw = readFileSync(`tests/cases/mail/${name}.eml`, 'utf8');
  const of = '<issue.1.abc@newsletter.example>';
  expect(await readBounceMail(raw)).toMatchObject({ type, messageId: of });
});

const copy = `Return-Path: <news@society.example>\nSubject: One Health\nMessage-ID: ${messageId}\n\nHello`;
const notice = (from: string, subject: string, text: string) =>
  `From: ${from}\nTo: news@society.example\nSubject: ${subject}\nMessage-ID: <x@y.example>\nContent-Type: text/plain; charset=utf-8\n\n${text}`;

test.each([
  [
    'qmail',
    notice(
      'MAILER-DAEMON@mx.example',
      'failure notice',
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<reader@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${copy}`,
    ),
  ],
  [
    'a large provider',
    notice(
      'Mail Delivery Subsystem <mailer-daemon@mail.example>',
      'Delivery Status Notification (Failure)',
      `Delivery to the following recipient failed permanently:\n\n     reader@example.org\n\nTechnical details of permanent failure:\nThe server said: 550 550 No such user here (state 14).\n\n----- Original message -----\n\n${copy}`,
    ),
  ],
  [
    'Exchange in German',
    notice(
      'Microsoft Exchange <postmaster@uni.example>',
      'Unzustellbar: One Health',
      `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Verteilerlisten:\n\nreader@example.org\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden.\n\nDiagnoseinformationen für Administratoren:\nGenerierender Server: uni.example\n\nreader@example.org\n#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##rfc822;reader@example.org\n\nUrsprüngliche Nachrichtenkopfzeilen:\n\n${copy}`,
    ),
  ],
])('%s in plain text is a hard bounce', async (_, raw) => {
  expect(await readBounceMail(raw)).toMatchObject({ type: 'hard', messageId });
});

test('a delay in plain text is ignored, and an unreadable notice is reported to administrators', async () => {
  const late = notice(
    'MAILER-DAEMON@mx.example',
    'Warning: message delayed 24 hours',
    `reader@example.org\n450 later\n${copy}`,
  );
  expect(await readBounceMail(late)).toBeNull();
  const odd = notice('MAILER-DAEMON@mx.example', 'Kézbesítési értesítés', 'Sajnáljuk.');
  expect(await readBounceMail(odd)).toEqual({ type: 'unread', words: 'Kézbesítési értesítés' });
});
