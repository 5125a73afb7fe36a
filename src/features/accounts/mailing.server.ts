/** Mails an invitation while the inviter waits, briefly: the link is on the screen anyway, so that a failure harms nobody. */
import type { AppContext } from '#platform/context.ts';
import { randomHex } from '#platform/tokens.ts';
import { composeInvitation, type InvitationContent } from './invitation-mail.ts';

/** How long the inviter waits for the mail server. */
const patienceMs = 8_000;

type Invited = Omit<InvitationContent, 'siteUrl'> & { to: string };

/** True when a mail server has taken it; the outbox folder keeps it but reaches nobody. */
export async function mailInvitation({ config, log }: AppContext, { to, ...content }: Invited): Promise<boolean> {
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config);
  const host = new URL(config.siteUrl).hostname.replace(/[[\]]/g, '');
  const messageId = `<invitation.${randomHex()}@${host}>`;
  try {
    const mail = { ...composeInvitation({ ...content, siteUrl: config.siteUrl }), to, messageId };
    await mailer.send(mail, { signal: AbortSignal.timeout(patienceMs) });
    return config.smtpUrl !== undefined;
  } catch (error) {
    log.warn('invitation not mailed', { reason: error instanceof Error ? error.name : 'unknown' });
    return false;
  } finally {
    await mailer.close();
  }
}
