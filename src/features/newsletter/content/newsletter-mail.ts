import {
  escapeHtml,
  footerTextLines,
  type MailSite,
  mailFrameHtml,
  mailLinkHtml,
  mailParagraphHtml,
  shortTitle,
} from '#shared/mail/mail-layout.ts';
import { bidiClosed } from '#shared/text.ts';

/** In pixels: the text width inside a mail of 600. */
export const widestInMail = 544;

/** In pixels. A portrait would otherwise be taller than the window. */
const highest = 600;

/** A picture as a mail shows it, with the original's size in pixels. */
export type MailPicture = { url: string; width: number; height: number };

/** By the address in the article. */
export type MailPictures = ReadonlyMap<string, MailPicture>;

/** As wide as wanted, as far as it fits, with the height to match. */
export function pictureSizeInMail({ width, height }: MailPicture, wanted: number): { width: number; height: number } {
  const shown = Math.min(wanted, width, widestInMail, Math.round((highest * width) / height));
  return { width: Math.max(1, shown), height: Math.max(1, Math.round((shown * height) / width)) };
}

/** In a stored issue, for the links of a subscriber, the page of the issue, and a date like 'March 3, 2026'. */
const placeholders = {
  unsubscribe: 'https://unsubscribe-link.invalid/',
  choices: 'https://choices-link.invalid/',
  page: 'https://page-link.invalid/',
  since: '[subscription-date.invalid]',
};
type OwnWords = typeof placeholders;

export const ownPlaceholders = Object.values(placeholders);

/** In the order of `ownPlaceholders`. */
export function placeholderValues(own: OwnWords): string[] {
  return Object.keys(placeholders).map((name) => own[name as keyof OwnWords]);
}

export type MailBody = { html: string; text: string };
type NewsletterText = MailBody & { subject: string };

/** The parts between the title, and the foot that all newsletters have; in `html` some may be empty. */
type Framed = { title: string; site: MailSite; preview: string; html: (string | false)[]; text: string[] };

/** The same for every subscriber until `personalise` fills in their own links. */
export function frameNewsletter({ title, site, preview, html, text }: Framed): NewsletterText {
  const why = `You get this because you subscribed to the newsletter of ${site.societyName} on ${placeholders.since}.`;
  const footer = [mailParagraphHtml(why), pageHtml + ownLinksHtml].join('\n');
  return {
    subject: bidiClosed(shortTitle(title.replace(/\s+/g, ' ').trim())),
    html: mailFrameHtml({ ...site, title, preview, body: html.filter(Boolean).join('\n'), footer }),
    text: [
      ...[title, '='.repeat(Math.min(title.length, 70)), ...text, ''],
      ...['-- ', why, pageText + ownLinksText.trimEnd(), ...footerTextLines(site)],
    ].join('\n'),
  };
}

export function personalise({ html, text }: MailBody, own: OwnWords): MailBody {
  const words = placeholderValues(own);
  const filled = (body: string, put: (words: string) => string) =>
    ownPlaceholders.reduce((done, placeholder, at) => done.replaceAll(placeholder, () => put(words[at] ?? '')), body);
  return { html: filled(html, escapeHtml), text: filled(text, (plain) => plain) };
}

/** Without an element where it is the mail's own. */
export function inLanguage(lang: string | null, parts: string[]): string[] {
  const language = languageHtml(lang);
  return language && parts.some(Boolean) ? [`<div${language}>`, ...parts, '</div>'] : parts;
}

/** As an attribute. */
export function languageHtml(lang: string | null): string {
  return lang === null || lang === 'en' ? '' : ` lang="${escapeHtml(lang)}"`;
}

export const shortenedLabel = 'Read on the site';

/** Whether the mail holds the beginning of its article only. */
export function isMailShortened({ text }: Pick<MailBody, 'text'>): boolean {
  return text.includes(`\n${shortenedLabel}: http`);
}

const pageHtml = `${mailLinkHtml('Read in the browser', placeholders.page)} · `;
const pageText = `Read in the browser: ${placeholders.page}\n`;

export function withoutPageLink({ html, text }: MailBody): MailBody {
  return { html: html.replace(pageHtml, ''), text: text.replace(pageText, '') };
}

/** The foot of a draft: administrators have not subscribed to it, and have nothing to unsubscribe from. */
export function forAdministrators(body: MailBody): MailBody {
  const { html, text } = withoutPageLink(body);
  const truth = (words: string) =>
    words.replace(
      // bounded: of one line
      /subscribed to the newsletter of (.*) on \[subscription-date\.invalid\]/,
      'are an administrator of $1',
    );
  return { html: truth(html.replace(ownLinksHtml, '')), text: truth(text.replace(ownLinksText, '')) };
}

/** The foot of a test: the administrator who gets it may not have subscribed. */
export function asTest({ html, text }: MailBody): MailBody {
  const truth = (words: string) =>
    words.replace(
      // bounded: of one line
      /You get this because you subscribed to the newsletter of .* on \[subscription-date\.invalid\]\./,
      'This is a test, sent to you alone.',
    );
  const links = 'Subscribers see their own links here: Choose what you get, Unsubscribe';
  return { html: truth(html.replace(ownLinksHtml, links)), text: truth(text.replace(ownLinksText, `${links}\n`)) };
}

const ownLinksHtml = [
  mailLinkHtml('Choose what you get', placeholders.choices),
  mailLinkHtml('Unsubscribe', placeholders.unsubscribe),
].join(' · ');
const ownLinksText = `Choose what you get: ${placeholders.choices}\nUnsubscribe: ${placeholders.unsubscribe}\n`;
