import DataStream from 'nodemailer/lib/smtp-connection/data-stream';
import { expect, test, vi } from 'vitest';
import { smtpServer } from '#tests/support/smtp.ts';
import { endOfData, toSmtpData } from './smtp-data.ts';
import { smtpMailer } from './smtp-mailer.ts';

const longest = 6;

/** Every text of up to six of the letters that matter, and one that does not. */
function* texts(letters = ['.', '\r', '\n', 'a']): Generator<string> {
  let ofOneLength = [''];
  for (let length = 0; length <= longest; length++) {
    yield* ofOneLength;
    ofOneLength = ofOneLength.flatMap((text) => letters.map((letter) => text + letter));
  }
}

async function asNodemailer(message: Buffer): Promise<string> {
  const stream = new DataStream();
  stream.end(message);
  return Buffer.concat(await stream.toArray()).toString('latin1');
}

function withEnd(message: Buffer): string {
  return Buffer.concat([toSmtpData(message), endOfData]).toString('latin1');
}

test('dots and line ends are sent as nodemailer would, whatever their order', async () => {
  const differing: string[] = [];
  for (const text of texts()) {
    const message = Buffer.from(text);
    if (withEnd(message) !== (await asNodemailer(message))) differing.push(JSON.stringify(text));
  }
  expect(differing).toEqual([]);
});

test('bytes that are no text stay as they are', async () => {
  const message = Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 89 + (n >> 8)) % 256));
  expect(withEnd(message)).toBe(await asNodemailer(message));
});

test('a mail bypasses nodemailer’s stream and arrives unchanged', async () => {
  const looked = vi.spyOn(DataStream.prototype, '_transform');
  const body = `..a\r\n.\r\n.b\r\n${'x'.repeat(70)}\r\n`.repeat(5_000);
  const bytes = Buffer.from(`Message-ID: <a@b.example>\r\n\r\n${body}`);
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url, { name: '', address: 'news@society.example' });
  const envelope = { from: 'news@society.example', to: 'reader@example.org' };
  const mail = { to: envelope.to, subject: '', html: '', text: '', messageId: '<a@b.example>' };
  for (let n = 0; n < 3; n++) await mailer.send({ ...mail, prepared: async () => ({ bytes, envelope }) });
  await mailer.close();
  expect(server.mails.map(({ raw }) => raw)).toEqual(Array(3).fill(bytes.toString('latin1')));
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
});
