import {
  absoluteLink,
  escapeHtml,
  footerTextLines,
  type MailSite,
  mailButtonHtml,
  mailFrameHtml,
  mailHeadingHtml,
  mailLinkHtml,
  mailParagraphHtml,
  shortTitle,
} from '#shared/mail/mail-layout.ts';
import { bidiClosed, hasItalics } from '#shared/text.ts';

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

export type NewsletterContent = {
  title: string;
  description: string;
  lang: string | null;
  imageUrl: string | null;
  imageAlt: string;
  /** By the address in the article. */
  pictures: MailPictures;
  /** Made for mails: absolute links, inline styles. */
  contentHtml: string;
  contentText: string;
  /** The content is the beginning of the article. */
  isShortened: boolean;
  articleLink: string;
  site: MailSite;
};

export type MailBody = { html: string; text: string };
type NewsletterText = MailBody & { subject: string };

/** One article as a mail, the same for every subscriber until `personalise` fills in their own links. */
export function composeNewsletter(content: NewsletterContent): NewsletterText {
  const { title, description, lang, contentHtml, contentText, articleLink, site } = content;
  const slant = hasItalics(lang) ? 'font-style:italic;' : '';
  const article = [
    mailHeadingHtml(title),
    `<p dir="auto" class="muted" style="margin:0 0 20px;${slant}color:#5a6353;">${escapeHtml(description)}</p>`,
    picture(content),
    contentHtml,
  ];
  const label = content.isShortened ? shortenedLabel : 'Read it on our website';
  return frameNewsletter({
    title,
    site,
    preview: escapeHtml(description),
    // The rest of the mail is in English.
    html: [...inLanguage(lang, article), mailButtonHtml(label, articleLink)],
    text: ['', description, '', contentText, '', `${label}: ${articleLink}`],
  });
}

/** The parts between the title, and the foot that all newsletters have; `html` without those that are empty. */
type Framed = { title: string; site: MailSite; preview: string; html: (string | false)[]; text: string[] };

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

function picture({ imageUrl, imageAlt, pictures, site }: NewsletterContent): string {
  const known = imageUrl === null ? undefined : pictures.get(imageUrl);
  const source = imageUrl ? absoluteLink(known?.url ?? imageUrl, site.siteUrl) : null;
  if (!source?.startsWith('http')) return '';
  const { width, height } = known ? pictureSizeInMail(known, known.width) : { width: widestInMail, height: 0 };
  const reserved = height > 0 ? ` height="${height}"` : '';
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(imageAlt)}" width="${width}"${reserved} style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:6px;margin:0 0 20px;">`;
}

const shortenedLabel = 'Read on the site';

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

const ownLinksHtml = [
  mailLinkHtml('Choose what you get', placeholders.choices),
  mailLinkHtml('Unsubscribe', placeholders.unsubscribe),
].join(' · ');
const ownLinksText = `Choose what you get: ${placeholders.choices}\nUnsubscribe: ${placeholders.unsubscribe}\n`;
