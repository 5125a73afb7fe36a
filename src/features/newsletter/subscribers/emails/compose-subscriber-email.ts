/** The texts of mails to subscribers other than newsletters. */
import { composeNoticeMail, type MailLink, type MailSite, type NoticeMail } from '#shared/mail/mail-layout.ts';

type SubscriberEmailContent = {
  /** Confirms, or undoes an unsubscription. */
  link: string;
  unsubscribeLink: string;
  choicesLink: string;
  /** The address came from a public form, not from an administrator or an imported list. Undefined: the site did not record it yet. */
  isByForm: boolean | undefined;
  /** What they have chosen to get, as a sentence. */
  gets: string;
  doNotWrite: MailLink;
  /** As in 'March 3, 2026'. */
  since: string;
  welcome: Welcome;
  site: MailSite;
};

export type Welcome = Pick<NoticeMail, 'paragraphs' | 'links' | 'block'>;

type Words = Pick<NoticeMail, 'subject' | 'paragraphs' | 'links' | 'block' | 'afterwards' | 'reason'> & {
  action?: string;
};

export function composeSubscriberEmail(kind: SubscriberEmailKind, content: SubscriberEmailContent) {
  const { link, unsubscribeLink, choicesLink, doNotWrite, site } = content;
  const { action, ...words }: Words = emails[kind](content);
  const reasonLinks = [
    { label: 'Choose what you get', link: choicesLink },
    { label: 'Unsubscribe', link: unsubscribeLink },
  ];
  return composeNoticeMail({
    ...site,
    ...words,
    ...(action ? { action: { label: action, link } } : { action: null, reasonLinks }),
    ...(kind === 'confirm' && { reasonLinks: [doNotWrite] }),
  });
}

const emails = {
  confirm: ({ site: { societyName }, isByForm }) => ({
    subject: `Please confirm your subscription to ${societyName}`,
    paragraphs: ['Please confirm your email address to get our newsletter.'],
    action: 'Confirm subscription',
    afterwards: [
      'The link works for 72 hours.',
      'If you did not ask for this, do nothing: you will not be subscribed.',
    ],
    reason:
      isByForm === undefined
        ? `This address was given for the newsletter of ${societyName}: in a form, or on a list that was imported.`
        : isByForm
          ? `Someone, probably you, entered this address in a form on the website of ${societyName}.`
          : `The organisers of ${societyName} entered this address for its newsletter.`,
  }),
  'already-subscribed': ({ site: { societyName }, gets, since }) => ({
    subject: `You are already subscribed to ${societyName}`,
    paragraphs: [
      `Someone, probably you, has just asked for our newsletter with this address. ${gets} The links below change that.`,
    ],
    reason: `You get this because you subscribed to the newsletter of ${societyName} on ${since}.`,
  }),
  welcome: ({ site: { societyName }, since, welcome }) => ({
    subject: `Welcome to ${societyName}`,
    ...welcome,
    reason: `You get this because you subscribed to the newsletter of ${societyName} on ${since}.`,
  }),
  'unsubscribed-notice': ({ site: { societyName } }) => ({
    subject: `You have been unsubscribed from ${societyName}`,
    paragraphs: [
      'This address has just been removed from our newsletter list. If that was you, there is nothing more to do.',
      'If it was not, you can be back on the list with one click.',
    ],
    action: 'Subscribe me again',
    afterwards: ['The link works for 30 days.'],
    reason: `This is the last email about your subscription to the newsletter of ${societyName}.`,
  }),
} satisfies Record<string, (content: SubscriberEmailContent) => Words>;

export type SubscriberEmailKind = keyof typeof emails;
export const subscriberEmailKinds = Object.keys(emails) as SubscriberEmailKind[];
