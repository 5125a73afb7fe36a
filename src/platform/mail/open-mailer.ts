/** Opens the mail server of SMTP_URL, or the outbox folder if none is set. */
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { Mailer } from './mailer-contract.ts';
import { outboxMailer } from './outbox-folder.ts';
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
