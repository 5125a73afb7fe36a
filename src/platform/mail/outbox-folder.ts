/** The outbox: without an SMTP server, mails become .eml files in a folder, which any mail program can open. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeMail, type Sender } from './compose-mail.ts';
import { type Mailer, outboxFileSuffix } from './mailer-contract.ts';

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
