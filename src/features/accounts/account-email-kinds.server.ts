/** The kinds of emails about accounts, as the worker sends them. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { Config } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import { automaticHeaders } from '#platform/mail/mailer-contract.ts';
import type { EmailGroup, EmailKind, WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import { composeNoticeMail } from '#shared/mail/mail-layout.ts';
import { accountKey, isDeliverableAddress } from './account.ts';
import type { Notice } from './changes/notify-administrators.server.ts';
import { invitationEmail } from './invitations/inviting.server.ts';
import { createOwnResetLink } from './invitations/making-links.server.ts';
import { accountLinkUrl } from './links/account-link.ts';

type Context = Pick<AppContext, 'db' | 'config'>;
type Body = Omit<Notice, 'to'>;

const resetText = {
  subject: 'Choose a new password',
  paragraphs: [
    'Someone, probably you, has asked on the sign-in page for a link to choose a new password for your account.',
    'The link works once, for an hour. Until it is used, the old password works.',
    'If you did not ask for it, ignore this email: no one else has the link.',
  ],
};

/** A request for a link is too old after a day. */
const staleMs = 24 * 3_600_000;

export function accountEmails(context: Context): EmailGroup {
  const notice = noticeEmail(context);
  return {
    'account-notice': notice,
    // From version 0.2 and before: what is still bad is reported again.
    'health-alert': { ...notice, isWanted: async () => false },
    'password-reset': resetEmail(context),
    invitation: invitationEmail(context),
  };
}

function noticeEmail(context: Context): EmailKind {
  return {
    idPrefix: 'account',
    isWanted: async ({ recipient }) => isDeliverableAddress(recipient ?? ''),
    write: ({ recipient, content }) => writeNoticeEmail(context, recipient, JSON.parse(content) as Body),
  };
}

function resetEmail(context: Context): EmailKind {
  const { db, config } = context;
  return {
    idPrefix: 'account',
    /** Not wanted once the account is deactivated or has another address. */
    async isWanted({ recipient, content, createdAt }, now) {
      if (!isDeliverableAddress(recipient ?? '') || now.getTime() - Date.parse(createdAt) > staleMs) return false;
      const person = db.selectFrom('administrators').select('id').where('id', '=', administratorOf(content));
      const isTheirs = person.where('isActive', '=', true).where('emailKey', '=', accountKey(recipient ?? ''));
      return (await isTheirs.executeTakeFirst()) !== undefined;
    },
    async write(email, now) {
      const { token } = await createOwnResetLink(db, administratorOf(email.content), now);
      const link = accountLinkUrl(config.siteUrl, token);
      return writeNoticeEmail(context, email.recipient, resetText, { label: resetText.subject, link });
    },
  };
}

type Action = { label: string; link: string } | null;

async function writeNoticeEmail(
  { db, config }: Context,
  to: string | null,
  body: Body,
  action?: Action,
): Promise<WrittenEmail> {
  return composeNotice(to ?? '', body, { settings: await getSettings(db, config), siteUrl: config.siteUrl, action });
}

type Around = {
  settings: Pick<SiteSettings, 'societyName' | 'contactLine' | 'accentColor'>;
  siteUrl: Config['siteUrl'];
  action?: Action | undefined;
};

/** A notice as it goes out. With a screen it concerns the site and no account. */
export function composeNotice(to: string, { screen, ...words }: Body, around: Around): WrittenEmail {
  const { siteUrl, settings } = around;
  const { societyName, contactLine, accentColor } = settings;
  const action = around.action ?? (screen ? { label: screen.label, link: siteUrl + screen.path } : null);
  const why = screen ? 'you are an administrator of' : "it is about an administrator's account on";
  const reason = `You get this because ${why} the website of ${societyName}.`;
  return {
    ...composeNoticeMail({ ...words, action, reason, societyName, contactLine, accentColor, siteUrl }),
    to,
    headers: automaticHeaders,
  };
}

function administratorOf(content: string): number {
  return (JSON.parse(content) as { administratorId: number }).administratorId;
}
