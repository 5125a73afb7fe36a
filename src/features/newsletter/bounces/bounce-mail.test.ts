import { expect, test } from 'vitest';
import { absence, complaint, fromExchange, fromGmail, fromPostfix } from '#tests/support/bounce-mails.ts';
import { readReport } from './bounce-mail.server.ts';

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

test('a server that stayed away for days says nothing about the address', async () => {
  const expired = { messageId, status: '4.4.7', diagnostic: 'smtp; 450 4.4.7 Message expired' };
  for (const write of [fromPostfix, fromExchange, fromGmail]) expect(await readReport(write(expired))).toEqual([]);
});

test('a refusal for what we are says nothing about the address', async () => {
  const refusal = { messageId, status: '5.7.1', diagnostic: 'smtp; 554 5.7.1 Message rejected as spam' };
  for (const write of [fromPostfix, fromExchange, fromGmail]) expect(await readReport(write(refusal))).toEqual([]);
});

test.each(['delayed', 'delivered', 'relayed'] as const)('a mail that is only %s has not bounced', async (action) => {
  expect(
    await readReport(fromPostfix({ messageId, action, status: '4.4.1', diagnostic: 'smtp; 451 4.4.1 Later' })),
  ).toEqual([]);
});

test('a reader who presses "spam" complains, one who takes it back does not', async () => {
  expect(await readReport(complaint(messageId))).toMatchObject([{ type: 'complaint', messageId }]);
  expect(await readReport(complaint(messageId, 'not-spam'))).toEqual([]);
});

test('without the mail it is about, the report counts for what it answers to', async () => {
  const report = fromExchange({ messageId });
  const bare = report.slice(0, report.lastIndexOf('--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9\r\nContent-Type'));
  expect(await readReport(bare)).toMatchObject([{ type: 'hard', messageId }]);
});

test('anything else is no report', async () => {
  const cut = fromPostfix({ messageId }).slice(0, 900);
  for (const raw of [absence(messageId), '', 'Subject: x\r\n\r\n', '\u0000\u0001', cut])
    expect(await readReport(raw)).toEqual([]);
});
