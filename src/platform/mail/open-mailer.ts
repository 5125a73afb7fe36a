/** Opens the mail server of SMTP_URL, or the outbox folder if none is set. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { composeMail, type Sender } from './compose-mail.ts';
import { type Mailer, outboxFileSuffix } from './mailer-contract.ts';
import { smtpMailer } from './smtp/smtp-mailer.ts';

/** `readName`: the society's name at this moment. */
export function openMailer(
  { smtpUrl, mailFrom, dataDir, newsletter, siteUrl }: Config,
  readName?: () => Promise<string>,
): Mailer {
  const mailer = smtpUrl
    ? smtpMailer(smtpUrl, mailFrom, { ...newsletter, siteUrl })
    : outboxMailer(join(dataDir, 'outbox'), mailFrom);
  if (!readName) return mailer;
  const send: Mailer['send'] = async (mail, options) =>
    mailer.send(mail.prepared ? mail : { ...mail, societyName: await readName() }, options);
  return { ...mailer, send };
}

/** Writes mails as .eml files, which any mail program can open. */
export function outboxMailer(folder: string, from: Sender): Mailer {
  return {
    async send(mail) {
      const { bytes } = await (mail.prepared ? mail.prepared() : composeMail(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${outboxFileSuffix(mail.messageId)}.eml`;
      const file = join(folder, name);
      // The same mail twice within a millisecond becomes one file.
      try {
        await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true });
        // Renamed only when complete: a mail program never sees half a mail.
        await rename(`${file}.part`, file);
      } catch (error) {
        await rm(`${file}.part`, { force: true });
        throw error;
      }
      return { code: 250, answer: `kept in the outbox as ${name}`, file };
    },
    close: () => Promise.resolve(),
  };
}
