/** The kinds of e-mails about accounts, as the outbox sends them. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { insistentRules } from '#platform/mail/queue/insistent-rules.ts';
import type { Email, EmailGroup, EmailKind, WrittenEmail } from '#platform/mail/queue/mail-kind.ts';
import { button, framed, heading, paragraph } from '#shared/mail-frame.ts';
import { accountKey, isRealAddress } from './account.ts';
import type { Notice } from './changes/notices.server.ts';
import { invitationLink } from './invitations/invitation.ts';
import { ownResetLink } from './invitations/invitations.server.ts';
import { invitationEmail } from './invitations/inviting.server.ts';

type Context = Pick<AppContext, 'db' | 'config'>;
type Body = Pick<Notice, 'subject' | 'paragraphs'> & Pick<AccountEmailContent, 'action' | 'isAboutSite'>;

const resetText = {
  subject: 'Choose a new password',
  paragraphs: [
    'Somebody, probably you, has asked on the sign-in page for a link to choose a new password for your account.',
    'The link works once, for an hour. Until it is used, the old password works.',
    'If you did not ask for it, do nothing: nobody else has the link.',
  ],
};

/** A request for a link is too old after a day. */
const staleMs = 24 * 3_600_000;

export function accountEmails(context: Context): EmailGroup {
  const kinds = {
    'account-notice': noticeEmail(context),
    'password-reset': resetEmail(context),
    invitation: invitationEmail(context),
  };
  return { kinds, rules: insistentRules };
}

function noticeEmail(context: Context): EmailKind {
  const { config } = context;
  return {
    idPrefix: 'account',
    isWanted: async ({ recipient }) => isRealAddress(recipient ?? ''),
    async write(email) {
      const { subject, paragraphs, screen } = JSON.parse(email.content) as Omit<Notice, 'to'>;
      const action = screen ? { label: screen.label, link: config.siteUrl + screen.path } : null;
      return writeTo(email, context, { subject, paragraphs, action, isAboutSite: screen !== undefined });
    },
  };
}

function resetEmail(context: Context): EmailKind {
  const { db, config } = context;
  return {
    idPrefix: 'account',
    /** No longer, when the account was deactivated or has another address. */
    async isWanted({ recipient, content, createdAt }, now) {
      if (!isRealAddress(recipient ?? '') || now.getTime() - Date.parse(createdAt) > staleMs) return false;
      const person = db.selectFrom('administrators').select('id').where('id', '=', administratorOf(content));
      const isTheirs = person.where('isActive', '=', true).where('emailKey', '=', accountKey(recipient ?? ''));
      return (await isTheirs.executeTakeFirst()) !== undefined;
    },
    async write(email, now) {
      const { token } = await ownResetLink(db, administratorOf(email.content), now);
      const action = { label: resetText.subject, link: invitationLink(config.siteUrl, token) };
      return writeTo(email, context, { ...resetText, action });
    },
  };
}

async function writeTo({ recipient }: Email, { db, config }: Context, body: Body): Promise<WrittenEmail> {
  const { societyName, contactLine } = await getSettings(db, config);
  return {
    ...composeAccountEmail({ ...body, societyName, contactLine, siteUrl: config.siteUrl }),
    to: recipient ?? '',
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

function administratorOf(content: string): number {
  return (JSON.parse(content) as { administratorId: number }).administratorId;
}

type AccountEmailContent = {
  subject: string;
  paragraphs: string[];
  /** A button below the paragraphs. */
  action: { label: string; link: string } | null;
  /** It concerns the site and no account. */
  isAboutSite?: boolean;
  societyName: string;
  contactLine: string;
  siteUrl: string;
};

function composeAccountEmail({ subject, paragraphs, action, isAboutSite, ...frame }: AccountEmailContent) {
  const { societyName, contactLine, siteUrl } = frame;
  const why = isAboutSite ? 'you are an administrator of' : "it is about an administrator's account on";
  const reason = `You get this because ${why} the website of ${societyName}.`;
  const html = framed({
    title: subject,
    preview: paragraphs[0] ?? '',
    societyName,
    siteUrl,
    body: [heading(subject), ...paragraphs.map(paragraph), ...(action ? [button(action.label, action.link)] : [])].join(
      '\n',
    ),
    footer: paragraph(reason),
    contactLine,
  });
  const signature = ['-- ', reason, ...(contactLine ? [contactLine] : []), ''].join('\n');
  const link = action ? [`${action.label}:\n${action.link}`] : [];
  return { subject, html, text: [subject, ...paragraphs, ...link, signature].join('\n\n') };
}
