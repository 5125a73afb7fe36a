/** Invites by e-mail. The inviter waits briefly: the screen shows the link anyway, and the worker tries again. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { type Claim, enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import type { EmailKind } from '#platform/mail/queue/mail-contract.ts';
import { claimFor, sendNow } from '#platform/mail/queue/send-now.ts';
import { noticeMail } from '#shared/mail-frame.ts';
import { invitationLink } from './invitation.ts';
import { addToken, invite, isOpen, type NewLink } from './invitations.server.ts';

/** How long the inviter waits for the mail server. */
const patienceMs = 8_000;

type Content = { invitationId: number; inviter: string };
type Invited = { email: string; username: string | null; inviter: { id: number; username: string } };

/**
 * `mailed` when a mail server has accepted the e-mail. The outbox folder does not count: it reaches no one.
 * @throws Invalid, Conflict as `invite`
 */
export async function inviteByEmail(
  context: AppContext,
  { inviter, ...invited }: Invited,
): Promise<Pick<NewLink, 'token' | 'expiresAt'> & { mailed: boolean }> {
  const { db, config, clock, log } = context;
  const now = clock.now();
  const claim = claimFor(patienceMs, now);
  const link = await transact(db, (trx) => inviteLater(trx, { inviter, ...invited }, now, claim));
  const sending = { id: link.emailId, kind: invitationEmail(context, link.token), claim, withinMs: patienceMs };
  try {
    const result = await sendNow(context, sending);
    return { ...link, mailed: config.smtpUrl !== undefined && result !== null && 'answer' in result };
  } catch (error) {
    log.warn('invitation not mailed', { error });
    return { ...link, mailed: false };
  }
}

/** The mail goes with the queue. Must run in a transaction. @throws Invalid, Conflict as `invite` */
export async function inviteLater(trx: Db, { inviter, ...invited }: Invited, now: Date, claim?: Claim) {
  const made = await invite(trx, invited, { administratorId: inviter.id, now });
  const content: Content = { invitationId: made.id, inviter: inviter.username };
  const to = { address: invited.email.trim() };
  const email = { kind: 'invitation', to, content, dedupeKey: `account-link:${made.id}` };
  return { ...made, emailId: await enqueueEmail(trx, email, now, claim) };
}

/** Uses the token on the inviter's screen while it is known, else another one. */
export function invitationEmail({ db, config }: Pick<AppContext, 'db' | 'config'>, shown?: string): EmailKind {
  return {
    idPrefix: 'invitation',
    isWanted: ({ content }, now) => isOpen(db, contentOf(content).invitationId, now),
    async write({ recipient, content }) {
      const { invitationId, inviter } = contentOf(content);
      const { siteUrl } = config;
      const { societyName, contactLine } = await getSettings(db, config);
      const link = invitationLink(siteUrl, shown ?? (await addToken(db, invitationId)));
      const mail = noticeMail({
        subject: `Your invitation to the website of ${societyName}`,
        paragraphs: [`${inviter} invites you to look after the website of ${societyName}.`],
        action: { label: 'Accept the invitation', link },
        afterwards: ['The link works once, for 7 days.', 'If you did not expect this, do nothing.'],
        reason: `An administrator of ${societyName} entered this address.`,
        ...{ societyName, contactLine, siteUrl },
      });
      return { to: recipient ?? '', ...mail };
    },
  };
}

function contentOf(content: string): Content {
  return JSON.parse(content) as Content;
}
