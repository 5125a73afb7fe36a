import type { MailBody } from '#features/newsletter/content/newsletter-mail.ts';
import { button, endInText, framed, heading, type MailEnd, paragraph, smallLink } from '#shared/mail-frame.ts';

export type SubscriberEmailContent = {
  link: string;
  unsubscribeLink: string;
  choicesLink: string;
  siteUrl: string;
  societyName: string;
  /** As in '3 March 2026'. */
  since: string;
  welcome: Welcome;
} & MailEnd;

export type Welcome = { paragraphs: string[]; links: { label: string; link: string }[] };

type Email = {
  subject: string;
  paragraphs: string[];
  links?: Welcome['links'];
  action: string | null;
  afterwards: string[];
  reason: string;
};

type Kind = 'confirm' | 'already-subscribed' | 'unsubscribed-notice' | 'welcome';

export function composeSubscriberEmail(kind: Kind, content: SubscriberEmailContent): MailBody & { subject: string } {
  const email = emails[kind](content);
  return { subject: email.subject, html: html(email, content), text: text(email, content) };
}

const emails: Record<Kind, (content: SubscriberEmailContent) => Email> = {
  confirm: ({ societyName }) => ({
    subject: `Please confirm your subscription to ${societyName}`,
    paragraphs: ['Thank you for your interest in our newsletter. Please confirm that this is your address.'],
    action: 'Confirm subscription',
    afterwards: [
      'The link works for 72 hours.',
      'If you did not ask for this, do nothing: you will not be subscribed.',
    ],
    reason: `Someone entered this address in the newsletter form of ${societyName}.`,
  }),
  'already-subscribed': ({ societyName, since }) => ({
    subject: `You are already subscribed to ${societyName}`,
    paragraphs: [
      'Someone, probably you, has just entered this address in our newsletter form. You are already subscribed: there is nothing you need to do. Which newsletters you get, you choose with the link below.',
    ],
    action: null,
    afterwards: [],
    reason: `You get this because you subscribed to the newsletter of ${societyName} on ${since}.`,
  }),
  welcome: ({ societyName, since, welcome }) => ({
    subject: `Welcome to ${societyName}`,
    ...welcome,
    action: null,
    afterwards: [],
    reason: `You get this because you subscribed to the newsletter of ${societyName} on ${since}.`,
  }),
  'unsubscribed-notice': ({ societyName }) => ({
    subject: `You have been unsubscribed from ${societyName}`,
    paragraphs: [
      'This address has just been taken off our newsletter list. If that was you, there is nothing more to do.',
      'If it was not, you can be back on the list with one click.',
    ],
    action: 'Subscribe me again',
    afterwards: ['The link works for 30 days.'],
    reason: `This is the last mail about your subscription to the newsletter of ${societyName}.`,
  }),
};

function html(
  email: Email,
  { link, unsubscribeLink, choicesLink, siteUrl, societyName, contactLine, privacyLink }: SubscriberEmailContent,
): string {
  const body = [
    heading(email.subject),
    ...email.paragraphs.map(paragraph),
    ...(email.links ?? []).map(linkParagraph),
    email.action ? button(email.action, link) : '',
    ...email.afterwards.map(paragraph),
  ];
  const links = [smallLink('Choose what you get', choicesLink), smallLink('Unsubscribe', unsubscribeLink)];
  const footer = [paragraph(email.reason), email.action ? '' : links.join(' · ')];
  return framed({
    title: email.subject,
    preview: email.paragraphs[0] ?? '',
    societyName,
    siteUrl,
    body: body.filter(Boolean).join('\n'),
    footer: footer.filter(Boolean).join('\n'),
    contactLine,
    privacyLink,
  });
}

function linkParagraph({ label, link }: Welcome['links'][number]): string {
  return `<p dir="auto" style="margin:0 0 16px;">${smallLink(label, link)}</p>`;
}

function text(email: Email, { link, unsubscribeLink, choicesLink, ...end }: SubscriberEmailContent): string {
  const action = email.action ? [`${email.action}:`, link] : [];
  const leave = email.action ? [] : [`Choose what you get: ${choicesLink}`, `Unsubscribe: ${unsubscribeLink}`];
  const links = (email.links ?? []).map(({ label, link }) => `${label}\n${link}`);
  const lines = [...email.paragraphs, ...links, action.join('\n'), ...email.afterwards];
  return [...lines.filter(Boolean), ['-- ', email.reason, ...leave, ...endInText(end)].join('\n')].join('\n\n');
}
