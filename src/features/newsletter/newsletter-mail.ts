import { button, framed, heading, paragraph, smallLink } from '#shared/mail-frame.ts';
import { absoluteLink, escapeHtml } from '#shared/mail-text.ts';

/** Stands in a stored issue for the link that differs from reader to reader. */
export const unsubscribePlaceholder = 'https://unsubscribe-link.invalid/';

export type NewsletterContent = {
  title: string;
  description: string;
  imageUrl: string | null;
  imageAlt: string;
  /** Made for mails: absolute links, inline styles. */
  contentHtml: string;
  contentText: string;
  articleLink: string;
  siteUrl: string;
  societyName: string;
};

export type MailBody = { html: string; text: string };

/** One article as a mail, the same for every reader until `personalise` puts in their own link. */
export function composeNewsletter(content: NewsletterContent): MailBody & { subject: string } {
  const subject = content.title.replace(/\s+/g, ' ').trim();
  return { subject, html: html(content), text: text(content) };
}

export function personalise({ html, text }: MailBody, unsubscribeLink: string): MailBody {
  return {
    html: html.replaceAll(unsubscribePlaceholder, () => escapeHtml(unsubscribeLink)),
    text: text.replaceAll(unsubscribePlaceholder, () => unsubscribeLink),
  };
}

function html({ title, description, contentHtml, articleLink, siteUrl, societyName, ...content }: NewsletterContent) {
  const body = [
    heading(title),
    `<p class="muted" style="margin:0 0 20px;font-style:italic;color:#5a6353;">${escapeHtml(description)}</p>`,
    picture(content.imageUrl, content.imageAlt, siteUrl),
    contentHtml,
    button('Read it on our website', articleLink),
  ];
  const footer = [
    paragraph(`You receive this because you subscribed to the newsletter of ${societyName}.`),
    smallLink('Unsubscribe', unsubscribePlaceholder),
  ];
  const parts = { body: body.filter(Boolean).join('\n'), footer: footer.join('\n') };
  return framed({ title, preview: description, societyName, siteUrl, ...parts });
}

function picture(imageUrl: string | null, alt: string, siteUrl: string): string {
  const source = imageUrl ? absoluteLink(imageUrl, siteUrl) : null;
  if (!source?.startsWith('http')) return '';
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" width="544" style="display:block;width:100%;max-width:544px;height:auto;border:0;border-radius:6px;margin:0 0 20px;">`;
}

function text({ title, description, contentText, articleLink, societyName }: NewsletterContent): string {
  return [
    title,
    '='.repeat(Math.min(title.length, 70)),
    '',
    description,
    '',
    contentText,
    '',
    `Read it on our website: ${articleLink}`,
    '',
    '-- ',
    `You receive this because you subscribed to the newsletter of ${societyName}.`,
    `Unsubscribe: ${unsubscribePlaceholder}`,
    '',
  ].join('\n');
}
