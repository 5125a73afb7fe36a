/** Sends an invitation through the mail queue. The inviter's screen shows a link of its own. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import type { EmailKind } from '#platform/mail/queue/mail-contract.ts';
import { composeNoticeMail } from '#shared/mail/mail-layout.ts';
import { accountLinkUrl } from '../links/account-link.ts';
import { copyLinkWithNewToken, isLinkOpen } from '../links/account-links.server.ts';
import { createInvitation, type NewLink } from './making-links.server.ts';

type Content = { invitationId: number; inviter: string };
type Invited = { email: string; username: string | null; inviter: { id: number; username: string } };

/** Must run in a transaction. @throws Invalid, Conflict as `createInvitation` */
export async function createAndEmailInvitation(trx: Db, { inviter, ...invited }: Invited, now: Date): Promise<NewLink> {
  const made = await createInvitation(trx, invited, { administratorId: inviter.id, now });
  const content: Content = { invitationId: made.id, inviter: inviter.username };
  const to = { address: invited.email.trim() };
  await enqueueEmail(trx, { kind: 'invitation', to, content, dedupeKey: `account-link:${made.id}` }, now);
  return made;
}

export function invitationEmail({ db, config }: Pick<AppContext, 'db' | 'config'>): EmailKind {
  return {
    idPrefix: 'invitation',
    isWanted: ({ content }, now) => isLinkOpen(db, contentOf(content).invitationId, now),
    async write({ recipient, content }) {
      const { invitationId, inviter } = contentOf(content);
      const { siteUrl } = config;
      const { societyName, contactLine, accentColor } = await getSettings(db, config);
      const link = accountLinkUrl(siteUrl, await copyLinkWithNewToken(db, invitationId));
      const mail = composeNoticeMail({
        subject: `Your invitation to the website of ${societyName}`,
        paragraphs: [`${inviter} invites you to look after the website of ${societyName}.`],
        action: { label: 'Accept the invitation', link },
        afterwards: ['The link works once, for 7 days.', 'If you did not expect this, do nothing.'],
        reason: `An administrator of ${societyName} entered this address.`,
        societyName,
        contactLine,
        accentColor,
        siteUrl,
      });
      return { to: recipient ?? '', ...mail };
    },
  };
}

function contentOf(content: string): Content {
  return JSON.parse(content) as Content;
}
