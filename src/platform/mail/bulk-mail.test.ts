import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { expect, test } from 'vitest';
import { readDkimKey } from '#platform/config/newsletter-settings.ts';
import { readMail, smtpServer } from '#tests/support/smtp.ts';
import { type BulkMail, prepareBulk } from './bulk-mail.ts';
import { composeMail } from './compose-mail.ts';
import type { DkimKey } from './dkim.ts';
import type { Mail } from './mailer-contract.ts';
import { smtpMailer } from './smtp/smtp-mailer.ts';

const from = { name: 'One Hëalth, "Students"', address: 'news@society.example' };
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkim: DkimKey = {
  domain: 'society.example',
  selector: 'news2026',
  privateKey: readDkimKey(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
};
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const placeholder = 'https://own-link.invalid/';
const datePlaceholder = '(own.date)';
const link = `https://society.example/unsubscribe?email=a%2Bb%40example.org&token=${'t'.repeat(43)}`;
const date = '3 März 2026 & <b>';

function bulk(change: Partial<BulkMail> = {}): BulkMail {
  return {
    from,
    subject: `Fledermäuse & wir ${'x'.repeat(120)}`,
    html: `<p>Grüße  ${'lang '.repeat(400)}\n.\n..<a href="${placeholder}">Unsubscribe</a>\n<b>  after ${datePlaceholder} </b></p>\n`,
    text: `Grüße ${datePlaceholder}  \n\n.\n  code\n${'x'.repeat(3000)}\nUnsubscribe: ${placeholder}\n`,
    placeholders: [placeholder, datePlaceholder],
    headers: { 'List-Id': '<newsletter.society.example>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    ...change,
  };
}

const reader = {
  to: 'a+b@example.org',
  messageId: '<article.1.2.abc@society.example>',
  words: [link, date],
  headers: { 'List-Unsubscribe': `<${link}>` },
};

function asMail({ subject, html, text, headers }: BulkMail): Mail {
  return {
    to: reader.to,
    messageId: reader.messageId,
    subject,
    html: html
      .replace(placeholder, link.replaceAll('&', '&amp;'))
      .replace(datePlaceholder, '3 März 2026 &amp; &lt;b&gt;'),
    text: text.replace(placeholder, link).replace(datePlaceholder, date),
    headers: { ...headers, ...reader.headers },
  };
}

test('a message made from a template equals one composed for its subscriber alone', async () => {
  const mail = bulk();
  const filled = await readMail((await (await prepareBulk(mail))(reader, new Date())).bytes);
  const alone = await readMail((await composeMail(asMail(mail), from)).bytes);
  for (const part of ['html', 'text', 'subject', 'messageId'] as const)
    expect(filled[part].trimEnd()).toBe(alone[part].trimEnd());
  const names = [
    'from',
    'to',
    'subject',
    'message-id',
    'list-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'mime-version',
  ];
  for (const name of names) expect(filled.headers.get(name), name).toBe(alone.headers.get(name));
});

test('its lines are short and pure ASCII, and arrive unchanged over SMTP', async () => {
  const made = await (await prepareBulk(bulk()))(reader, new Date('2026-12-01T08:05:00Z'));
  const { bytes, envelope } = made;
  const lines = bytes.toString('latin1').split('\r\n');
  expect(Math.max(...lines.slice(lines.indexOf('')).map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(lines.every((line) => /^[\t -~]*$/.test(line) && line.length < 998)).toBe(true);
  expect(lines).toContain('Date: Tue, 01 Dec 2026 08:05:00 +0000');
  expect(envelope).toEqual({ from: from.address, to: reader.to });
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, from);
  await mailer.send({ to: reader.to, messageId: reader.messageId, prepared: async () => made });
  await mailer.close();
  expect(server.mails[0]?.raw).toBe(bytes.toString('latin1'));
});

test.each(['.', '\r', '\n', '\r\n', '..', '.\r.\n.\r\n.', '\n.\n', 'a\r'])(
  'nothing of a message is changed on its way, with %j around and in the filled-in parts',
  async (odd) => {
    const mail = bulk({ html: `${odd}${placeholder}${odd}x`, text: `${odd}${placeholder}${odd}` });
    const fill = await prepareBulk({ ...mail, dkim });
    const { bytes } = await fill({ ...reader, words: [`${odd}word${odd}`, odd] }, new Date());
    expect(bytes.toString('latin1')).toMatch(/^(?:(?!\.)[^\r\n]*\r\n)+$/);
  },
);

test('an odd address stays in its own header, and a domain in another script is written in ASCII', async () => {
  const make = await prepareBulk(bulk());
  const odd = await readMail((await make({ ...reader, to: 'comma,"quote@example.org' }, new Date())).bytes);
  expect(odd.parsed.to).toHaveLength(1);
  expect((await make({ ...reader, to: 'post@müller.example' }, new Date())).envelope.to).toBe(
    'post@xn--mller-kva.example',
  );
  await expect(make({ ...reader, to: 'a@b.example\r\nBcc: c@d.example' }, new Date())).rejects.toThrow(
    'Not one plain address',
  );
});

test.each(['one of many', 'alone'])('a mail sent as %s carries a signature that two verifiers accept', async (way) => {
  const mail = bulk({ dkim });
  const { bytes } = await (way === 'alone'
    ? composeMail(asMail(mail), from, dkim)
    : (await prepareBulk(mail))(reader, new Date()));
  const signed = /\bh=([^;]+);/.exec(bytes.toString('latin1'))?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect(await verifiedByMailauth(bytes)).toBe('pass');
  expect(isVerified(bytes)).toBe(true);
  const tampered = Buffer.from(
    bytes.toString('latin1').replace('Fledermäuse', 'X').replace('lang lang', 'lang kurz'),
    'latin1',
  );
  const twoSenders = Buffer.concat([Buffer.from('From: Someone Else <else@evil.example>\r\n'), bytes]);
  expect(signed?.filter((name) => name === 'from')).toHaveLength(2);
  for (const changed of [tampered, twoSenders]) {
    expect(await verifiedByMailauth(changed)).not.toBe('pass');
    expect(isVerified(changed)).toBe(false);
  }
});

async function verifiedByMailauth(bytes: Buffer): Promise<string | undefined> {
  const resolver = async () => [[`v=DKIM1; k=rsa; p=${publicKey}`]];
  const { results } = await dkimVerify(bytes, { resolver });
  return results[0]?.status.result;
}

/** RFC 6376 by the letter, with nothing but node:crypto. */
function isVerified(bytes: Buffer): boolean {
  const message = bytes.toString('latin1');
  const end = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxedField = (field: string) => {
    const colon = field.indexOf(':');
    const value = field
      .slice(colon + 1)
      .replaceAll('\r\n', '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=');
        return [name.trim(), value.join('=').replace(/\s/g, '')] as const;
      }),
  );
  const lines = message
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const body = lines.join('\r\n').replace(/(\r\n)+$/, '') + '\r\n';
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false;
  // Each mention takes the next one from the bottom, and nothing when there is none left.
  const left = [...fields];
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const at = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const unsigned = signature.replace(/\bb=[^;]*$/, 'b=');
  const data = [...signed.filter((field) => field !== undefined).map(relaxedField), relaxedField(unsigned)].join(
    '\r\n',
  );
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  return createVerify('RSA-SHA256')
    .update(data, 'latin1')
    .verify(key, tags.get('b') ?? '', 'base64');
}
