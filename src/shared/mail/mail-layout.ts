import { turnTo } from '../look/palette.ts';

/** What each mail shows of the site. `privacyLink`: what it keeps about recipients. `accentColor`: as in the settings. */
export type MailSite = {
  siteUrl: string;
  societyName: string;
  contactLine: string;
  privacyLink?: string | null;
  accentColor?: string;
};

/** The parts of a mail around its message. */
type Frame = {
  title: string;
  /** HTML; mailboxes show it beside the subject. */
  preview: string;
  /** HTML. */
  body: string;
  /** HTML, small print; the privacy link and the contact line follow it. */
  footer: string;
} & MailSite;

/** In plain text, behind the reason of the mail and its links. */
export function footerTextLines({ contactLine, privacyLink }: MailSite): string[] {
  return [privacyLink ? `What we keep: ${privacyLink}` : '', contactLine, ''].filter((line, at) => line || at === 2);
}

function endInHtml({ contactLine, privacyLink }: Pick<MailSite, 'contactLine' | 'privacyLink'>): string {
  const keep = privacyLink ? `\n<p style="margin:16px 0 0;">${mailLinkHtml('What we keep', privacyLink)}</p>` : '';
  const contact = contactLine ? `\n<p dir="auto" style="margin:16px 0 0;">${escapeHtml(contactLine)}</p>` : '';
  return keep + contact;
}

export const mailFont = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const headingFont = "Georgia, 'Times New Roman', serif";

/** Tables and inline styles, since mail programs know little else; 600 px wide at most. The style element is for dark mode. */
export function mailFrameHtml({ accentColor = '', ...frame }: Frame): string {
  const html = designedFrame(frame);
  if (!accentColor) return html;
  const turn = turnTo(accentColor);
  const styles = /style="[^"]*"|bgcolor="[^"]*"|<style>[^<]*<\/style>/g;
  return html.replace(styles, (style) =>
    style.replace(/#[0-9a-f]{6}\b/g, (color) => (neutral.has(color) ? color : turn(color))),
  );
}

/** Grounds and white keep their colours on the site, too. */
const neutral = new Set(['#f4f5f0', '#161a14', '#20261d', '#ffffff']);

function designedFrame({ title, preview, societyName, siteUrl, body, footer, ...end }: Frame): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background-color: #161a14 !important; }
  .card { background-color: #20261d !important; }
  .ink, .ink p, .ink li, .ink h1, .ink h2, .ink h3, .ink td, .ink th { color: #eef1ea !important; }
  .ink pre { background-color: #161a14 !important; color: #eef1ea !important; }
  .ink td, .ink th, .ink hr { border-color: #4a5544 !important; }
  .muted { color: #b3bdac !important; }
  .plate, .ink .plate { background-color: #2c3a26 !important; color: #c9d8bc !important; }
  .link, .ink a { color: #9dbb8a !important; }
  .ink a.title { color: #eef1ea !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#f4f5f0;">
<div dir="auto" style="display:none;max-height:0;overflow:hidden;">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f4f5f0;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed;">
<tr><td dir="auto" style="padding:0 8px 16px;font:700 20px ${headingFont};">
<a class="link" href="${escapeHtml(siteUrl)}/" style="color:#4a663a;text-decoration:none;">${logo(siteUrl)}${escapeHtml(societyName)}</a>
</td></tr>
<tr><td class="card ink" style="background-color:#ffffff;border-top:4px solid #6a8b57;border-radius:8px;padding:32px 28px;font:400 16px/1.6 ${mailFont};color:#1f261b;overflow-wrap:anywhere;word-break:break-word;">
${body}
</td></tr>
<tr><td class="muted" style="padding:20px 8px;font:400 13px/1.6 ${mailFont};color:#5a6353;">
${footer}${endInHtml(end)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Has no alt text: the name is beside it. The same URL in every mail, so it tracks no one. */
function logo(siteUrl: string): string {
  return `<img src="${escapeHtml(siteUrl)}/icon-192.png" alt="" width="32" height="32" style="width:32px;max-width:32px;height:auto;border:0;border-radius:6px;margin-inline-end:10px;vertical-align:middle;">`;
}

export function mailHeadingHtml(text: string): string {
  const size = text.length > longestTitle ? 24 : 28;
  return `<h1 dir="auto" style="margin:0 0 12px;font:700 ${size}px/1.25 ${headingFont};">${escapeHtml(text)}</h1>`;
}

/** In characters. Mailboxes cut a longer subject anywhere. */
const longestTitle = 70;

/** For a subject: cut after a whole word. */
export function shortTitle(title: string): string {
  if (title.length <= longestTitle) return title;
  const start = title.slice(0, longestTitle - 1);
  const space = start.lastIndexOf(' ');
  return `${(space > longestTitle / 2 ? start.slice(0, space) : start).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

export function mailParagraphHtml(text: string): string {
  return `<p dir="auto" style="margin:0 0 16px;">${escapeHtml(text)}</p>`;
}

/**
 * White on deep green: 6.4:1. Outlook knows no margin of a table and no padding of a link, only that of a cell. The address
 * with a token is below it for anyone who sees no button or does not trust one.
 */
export function mailButtonHtml(label: string, link: string): string {
  const address = escapeHtml(link);
  const shown = link.includes('token=')
    ? `<tr><td class="muted" style="padding:0 0 24px;border:0;font:400 13px/1.5 ${mailFont};color:#5a6353;word-break:break-all;">
<a class="link" href="${address}" style="color:#4a663a;">${address}</a>
</td></tr>`
    : '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:24px 0 16px;border:0;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#4a663a" style="background-color:#4a663a;border:0;border-radius:6px;padding:8px 16px;">
<a href="${address}" style="display:inline-block;padding:4px 8px;font:700 16px ${mailFont};color:#ffffff !important;text-decoration:none;">${escapeHtml(label)}</a>
</td></tr></table>
</td></tr>${shown}</table>`;
}

export type MailLink = { label: string; link: string };

export type NoticeMail = {
  subject: string;
  paragraphs: string[];
  /** Lines below the paragraphs, such as when and where. */
  details?: string[];
  /** HTML in place of these lines and links. */
  block?: string;
  /** Each on a line of its own below them. */
  links?: MailLink[];
  /** A button below them. */
  action: MailLink | null;
  afterwards?: string[];
  /** HTML below the details that the plain text does without. */
  picture?: string;
  /** A link of its own below all, for what few want. */
  quiet?: MailLink | undefined;
  /** Why the subscriber gets it, and what they can do about it. */
  reason: string;
  reasonLinks?: MailLink[];
} & MailSite;

/** A mail of a few sentences; the plain text begins with the first of them, as mailboxes show it beside the subject. */
export function composeNoticeMail(notice: NoticeMail) {
  const { subject, paragraphs, details = [], links = [], afterwards = [], reason, reasonLinks = [] } = notice;
  const { block, action, quiet } = notice;
  const parts = [
    ...paragraphs.map(mailParagraphHtml),
    block,
    !block &&
      details.length > 0 &&
      `<p dir="auto" style="margin:0 0 16px;">${details.map(escapeHtml).join('<br>')}</p>`,
    notice.picture,
    ...(block ? [] : links.map(linkParagraphHtml)),
    action && mailButtonHtml(action.label, action.link),
    ...afterwards.map(mailParagraphHtml),
    quiet && linkParagraphHtml(quiet),
  ];
  const html = mailFrameHtml({
    ...notice,
    title: subject,
    preview: escapeHtml(paragraphs[0] ?? ''),
    body: [mailHeadingHtml(subject), ...parts.filter(Boolean)].join('\n'),
    footer:
      `${mailParagraphHtml(reason)}\n${reasonLinks.map(({ label, link }) => mailLinkHtml(label, link)).join(' · ')}`.trim(),
  });
  const inText = reasonLinks.map(({ label, link }) => `${label}: ${link}`);
  const signature = ['-- ', reason, ...inText, ...footerTextLines(notice)].join('\n');
  const ways = [
    ...(details.length > 0 ? [details.join('\n')] : []),
    ...links.map(({ label, link }) => `${label}\n${link}`),
    ...[action, quiet].flatMap((one) => (one ? [`${one.label}:\n${one.link}`] : [])),
  ];
  return { subject, html, text: [...paragraphs, ...ways, ...afterwards, signature].join('\n\n') };
}

export function linkParagraphHtml({ label, link }: MailLink): string {
  return `<p dir="auto" style="margin:0 0 16px;">${mailLinkHtml(label, link)}</p>`;
}

export function mailLinkHtml(label: string, link: string): string {
  return `<a class="link" href="${escapeHtml(link)}" style="color:#4a663a;">${escapeHtml(label)}</a>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** An absolute http(s), mailto, tel or sms address; null for anything else, such as `data:`. */
export function absoluteLink(link: string, siteUrl: string): string | null {
  const url = URL.parse(link, `${siteUrl}/`);
  return url && ['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(url.protocol) ? url.href : null;
}
