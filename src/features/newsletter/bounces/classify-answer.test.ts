import { expect, test } from 'vitest';
import { bounceKindOfReport, classifyAnswer, type Reply, type Verdict } from './classify-answer.ts';

const envelope = { from: 'news@society.example', to: 'reader@example.org' };

const answers: [step: Reply['step'], answer: string, Verdict][] = [
  // Before the subscriber is named.
  ['connect', 'connect ECONNREFUSED 127.0.0.1:25', 'server'],
  ['connect', '554 5.7.1 No SMTP service here', 'server'],
  ['login', '535 5.7.8 Error: authentication failed', 'server'],
  ['login', '454 4.7.0 Temporary authentication failure', 'server'],
  ['sender', '530 5.7.0 Must issue a STARTTLS command first', 'server'],
  ['sender', '530 5.7.1 Authentication required', 'server'],
  ['sender', '452 4.3.1 Insufficient system storage', 'server'],
  ['sender', '451 4.3.0 Error: queue file write error', 'server'],
  ['sender', '421 4.3.2 Service shutting down', 'server'],
  ['sender', '552 5.3.4 Message size exceeds fixed limit', 'ours'],
  ['sender', 'Message size larger than allowed 20000', 'ours'],
  ['sender', '553 5.7.1 <news@society.example>: Sender address rejected: not owned by user society', 'ours'],
  ['sender', '450 4.1.8 <news@society.example>: Sender address rejected: Domain not found', 'ours'],
  // Postfix
  [
    'recipient',
    '550 5.1.1 <reader@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    'hard',
  ],
  [
    'recipient',
    '550 5.1.0 <news@society.example>: Sender address rejected: User unknown in local recipient table',
    'ours',
  ],
  ['recipient', '550 5.1.7 <news@society.example>: Sender address rejected: undeliverable address', 'ours'],
  ['recipient', '450 4.1.7 <news@society.example>: Sender address rejected: unverified address: host down', 'ours'],
  ['recipient', '554 5.7.1 <reader@example.org>: Relay access denied', 'ours'],
  ['recipient', '454 4.7.1 <reader@example.org>: Relay access denied', 'server'],
  ['recipient', '451 4.3.0 <reader@example.org>: Temporary lookup failure', 'general'],
  ['recipient', '451 4.3.5 Server configuration error', 'general'],
  [
    'recipient',
    '450 4.2.0 <reader@example.org>: Recipient address rejected: Greylisted, see http://postgrey.example',
    'greylisted',
  ],
  ['recipient', '450 4.7.1 <reader@example.org>: Recipient address rejected: Greylisted for 5 minutes', 'greylisted'],
  ['recipient', '450 4.1.1 <reader@example.org>: Recipient address rejected: unverified address', 'deferred'],
  ['recipient', '450 4.1.2 <reader@example.org>: Recipient address rejected: Domain not found', 'deferred'],
  ['recipient', '550 5.1.2 <reader@example.org>: Recipient address rejected: Domain not found', 'hard'],
  ['recipient', '450 4.7.1 Error: too many mails from 192.0.2.1', 'server'],
  ['recipient', '421 4.7.0 mx.example Error: too many errors', 'server'],
  ['data', '552 5.2.2 <reader@example.org>: Mailbox full', 'soft'],
  ['data', '554 5.7.1 <reader@example.org>: Recipient address rejected: Access denied', 'ours'],
  ['data', '550 5.7.1 Message rejected as spam', 'ours'],
  ['data', '550 5.6.0 Message contains NUL characters', 'ours'],
  ['data', '451 4.3.0 Error: queue file write error', 'general'],
  // Exim
  ['recipient', '550 Unrouteable address', 'ours'],
  ['recipient', '550 Unknown user', 'hard'],
  ['recipient', '550 relay not permitted', 'ours'],
  ['recipient', '550 Sender verify failed', 'ours'],
  ['recipient', '451 Temporary local problem - please try later', 'general'],
  [
    'recipient',
    '451-192.0.2.1 is not yet authorized to deliver mail; greylisted, please try again later',
    'greylisted',
  ],
  ['data', '552 Message size exceeds maximum permitted', 'ours'],
  ['recipient', '552 mailbox is full', 'soft'],
  ['recipient', '452 mailbox is full', 'deferred'],
  // Gmail
  [
    'recipient',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
    'hard',
  ],
  ['recipient', '550 5.2.1 The email account that you tried to reach is inactive.', 'hard'],
  ['recipient', '452 4.2.2 The email account that you tried to reach is over quota.', 'deferred'],
  ['recipient', "552-5.2.2 The recipient's inbox is out of storage space and inactive.", 'soft'],
  ['recipient', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that', 'deferred'],
  ['data', '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating', 'server'],
  ['data', '450 4.7.28 unusual rate of unsolicited mail', 'server'],
  ['data', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.', 'ours'],
  ['data', '550-5.7.1 This message does not pass authentication checks (SPF and DKIM both do not pass).', 'ours'],
  ['data', "552-5.3.4 Your message exceeded Google's message size limits.", 'ours'],
  ['data', '451 4.3.0 Mail server temporarily rejected message.', 'general'],
  ['data', '550 5.4.5 Daily user sending limit exceeded.', 'server'],
  // Outlook and Exchange
  ['recipient', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'hard'],
  ['recipient', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'soft'],
  [
    'recipient',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [AM7EUR03FT047.eop-EUR03.prod.protection.outlook.com]',
    'hard',
  ],
  ['recipient', '550 5.7.1 No such user!', 'hard'],
  ['recipient', '550 5.7.1 <reader@example.org>: mailbox full, blocked', 'soft'],
  ['data', '550 5.7.1 Blocked: the reverse name of your address does not exist', 'ours'],
  ['recipient', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'ours'],
  ['data', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'ours'],
  ['data', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your provider", 'ours'],
  ['recipient', '451 4.7.500 Server busy. Please try again later from [192.0.2.1].', 'general'],
  ['recipient', '452 4.5.3 Too many recipients', 'server'],
  ['data', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'general'],
  // Yahoo
  ['recipient', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume', 'server'],
  ['data', "554 delivery error: dd This user doesn't have a yahoo.com account (reader@yahoo.com) [0]", 'hard'],
  ['data', '554 5.7.9 Message not accepted for policy reasons.', 'ours'],
  // Amazon SES
  ['data', '554 Message rejected: Email address is not verified. The following identities failed', 'ours'],
  ['data', '454 Throttling failure: Maximum sending rate exceeded.', 'server'],
  ['data', '454 Throttling failure: Daily message quota exceeded.', 'server'],
  // An answer may quote the envelope.
  [
    'recipient',
    '550 5.1.1 <reader@example.org>: user unknown; from=<news@society.example> to=<reader@example.org>',
    'hard',
  ],
  ['recipient', '550 <news@society.example>: not welcome', 'ours'],
  ['recipient', '550 Refused', 'ours'],
  ['recipient', 'Connection closed unexpectedly', 'general'],
  ['recipient', '503 5.5.1 Error: need MAIL command', 'general'],
  ['compose', 'Not one plain address', 'unusable'],
];

test.each(answers)('at %s “%s” is %s', (step, answer, verdict) => {
  const code = /^\d{3}/.exec(answer);
  expect(classifyAnswer({ step, code: code ? Number(code[0]) : null, answer }, envelope)).toBe(verdict);
});

test('a subscriber who is the sender may have a full mailbox too', () => {
  const reply = { step: 'recipient', code: 552, answer: '552 5.2.2 <news@society.example> mailbox full' } as const;
  expect(classifyAnswer(reply, { ...envelope, to: envelope.from })).toBe('soft');
});

test.each([
  [550, '5.1.1 User unknown', 'hard'],
  [550, '5.4.4 Host or domain name not found. Name service error for name=example.invalid', 'hard'],
  [552, '5.2.2 Quota exceeded', 'soft'],
  [450, '4.2.2 Mailbox full', 'soft'],
  [450, '4.4.7 delivery time expired', null],
  [450, '4.4.1 connect to mx.example.org[192.0.2.9]:25: Connection timed out', null],
  [550, '5.7.1 <news@society.example>: Sender address rejected', null],
  [554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked', null],
  [552, '5.3.4 Message too big', null],
] as const)('a report of %i %s is %s', (code, answer, kind) => {
  expect(bounceKindOfReport(code, answer)).toBe(kind);
});
