import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { readMail } from '#tests/support/smtp.ts';
import { openMailer } from './open-mailer.ts';

test.each([
  ['news@society.example', 'Vets and Frogs'],
  ['One Health Student Society <news@society.example>', 'Vets and Frogs'],
  ['The Post Room <news@society.example>', 'The Post Room'],
])('with MAIL_FROM=%s a renamed society writes as %s', async (sender, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'mailer-'));
  try {
    const mailer = openMailer(readConfig({ MAIL_FROM: sender, DATA_DIR: folder }), async () => 'Vets and Frogs');
    const mail = { to: 'ada@example.org', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', messageId: '<a.b@c>' };
    const { file = '' } = await mailer.send(mail);
    expect((await readMail(readFileSync(file))).headers.get('from')).toBe(`${name} <news@society.example>`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
