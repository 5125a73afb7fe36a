import { spawnSync } from 'node:child_process';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { isLacking } from '#tests/support/programs.ts';
import { prepareBulk } from './bulk-mail.ts';
import { composeMail } from './compose-mail.ts';

const from = { name: 'Society', address: 'news@society.example' };

const subjects = [
  '=?utf-8?Q?Free=20money?=',
  '=?UTF-8?B?RnJlZSBtb25leQ==?=',
  'About =?utf-8?Q?encoded?= words',
  'Fledermäuse =?iso-8859-1?q?=FC?= & wir',
  `=?utf-8?q?=0D=0ABcc:_a@b.example?= ${'and so on '.repeat(20)}🦇`,
  '=? ?= _ =20 ?',
  'Is 2 =? 3 "quoted"',
  'Plain, with = and ?',
];

/** Another language's own parser, started once for all. */
function subjectsByPython(mails: Buffer[]): string[] {
  const script = `
import base64, email, email.policy, json, sys
read = lambda mail: email.message_from_bytes(base64.b64decode(mail), policy=email.policy.default)
print(json.dumps([read(mail)["subject"] for mail in json.load(sys.stdin)]))`;
  const input = JSON.stringify(mails.map((bytes) => bytes.toString('base64')));
  const { stdout, stderr, status } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

/** By itself, and as one of many. */
async function mailsWith(subject: string): Promise<Buffer[]> {
  const words = { subject, html: '<p>Hello</p>', text: 'Hello' };
  const one = { to: 'reader@example.org', messageId: '<a.b@society.example>', headers: {} };
  const composed = await composeMail({ ...words, ...one }, from);
  const fill = await prepareBulk({ ...words, from, placeholders: ['(none)'], headers: {} });
  return [composed.bytes, (await fill({ ...one, words: [''] }, new Date())).bytes];
}

test.each(subjects)('the subject %j arrives as it was written', async (subject) => {
  for (const bytes of await mailsWith(subject)) {
    expect((await PostalMime.parse(bytes)).subject).toBe(subject.trim());
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n');
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThan(100);
  }
});

test.skipIf(isLacking('python3'))('Python reads the same subjects', async () => {
  const mails = await Promise.all(subjects.map(mailsWith));
  const read = subjectsByPython(mails.flat()).map((subject) => subject.trim());
  expect(read).toEqual(subjects.flatMap((subject) => [subject.trim(), subject.trim()]));
});

test('an invitation is a part beside the texts and a file, and a picture belongs to the page', async () => {
  const calendar = { method: 'REQUEST' as const, content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' };
  const pictures = [{ name: 'qr', bytes: Buffer.from('png') }];
  const one = { to: 'guest@example.org', messageId: '<a.b@society.example>', subject: 'You have a place' };
  const { bytes } = await composeMail({ ...one, html: '<img src="cid:qr">', text: 'Hello', calendar, pictures }, from);
  const parsed = await PostalMime.parse(bytes);
  expect(bytes.toString('latin1')).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST');
  expect(parsed.attachments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ mimeType: 'image/png', contentId: '<qr>', disposition: 'inline' }),
      expect.objectContaining({ mimeType: 'application/ics', filename: 'event.ics', disposition: 'attachment' }),
    ]),
  );
  expect(parsed.text?.trim()).toBe('Hello');
});
