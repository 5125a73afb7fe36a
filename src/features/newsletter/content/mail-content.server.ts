/** An article's HTML as a mail can show it: absolute addresses, inline styles, no embedded pictures. */
import { cleanHtml } from '#platform/clean-html.ts';
import { absoluteLink, headingFont } from '#shared/mail-frame.ts';
import { type MailPictures, widest } from './newsletter-mail.ts';

const headings = { h1: 24, h2: 22, h3: 19, h4: 17, h5: 16, h6: 16 };

const styles: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(headings).map(([tag, size]) => [tag, `margin:28px 0 12px;font:700 ${size}px/1.3 ${headingFont};`]),
  ),
  p: 'margin:0 0 16px;',
  // On both sides: which one the marks are on depends on the direction.
  ul: 'margin:0 0 16px;padding:0 24px;',
  ol: 'margin:0 0 16px;padding:0 24px;',
  li: 'margin:0 0 6px;',
  blockquote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #6a8b57;',
  pre: "margin:0 0 16px;padding:12px;background-color:#eef0ea;color:#1f261b;font:14px/1.5 Consolas,'Courier New',monospace;white-space:pre-wrap;",
  code: "font-family:Consolas,'Courier New',monospace;",
  a: 'color:#4a663a;',
  img: 'display:block;max-width:100%;height:auto;border:0;margin:0 0 16px;',
  hr: 'margin:24px 0;border:0;border-top:1px solid #c9cfc2;',
  mark: 'background-color:#dfe8d6;color:#1f261b;',
  table: 'border-collapse:collapse;margin:0 0 16px;',
  td: 'border:1px solid #c9cfc2;padding:6px 10px;',
  th: 'border:1px solid #c9cfc2;padding:6px 10px;text-align:left;',
};

/** Those an article may hold; listed again, so that a mail is clean whatever the database says. */
const tags = [
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code div span strong b em i u s strike del ins',
  'mark small sub sup a img figure figcaption table caption thead tbody tfoot tr th td',
].flatMap((names) => names.split(' '));

/** Each finds its own direction by its first letter. */
const blocks = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre div figure figcaption table caption th td'.split(' '),
);

const kept = ['href', 'src', 'alt', 'title', 'width', 'style', 'start', 'colspan', 'rowspan', 'lang', 'dir'];

/** The address of each picture in an article's HTML, as it stands there. */
export function picturesIn(html: string): string[] {
  const tags = html.match(/<img\b[^<>]*>/gi) ?? [];
  return tags.flatMap((tag) => /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? []);
}

export function htmlForMail(html: string, siteUrl: string, pictures: MailPictures): string {
  return cleanHtml(html, {
    allowedTags: tags,
    allowedAttributes: { '*': kept },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attributes) => ({ tagName, attribs: forMail(tagName, attributes, { siteUrl, pictures }) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
}

type Attributes = Record<string, string>;

type Site = { siteUrl: string; pictures: MailPictures };

function forMail(tag: string, attributes: Attributes, { siteUrl, pictures }: Site): Attributes {
  const { href, src, class: names = '', style: _style, ...rest } = attributes;
  const result: Attributes = { ...(blocks.has(tag) ? { dir: 'auto' } : {}), ...rest };
  const style = (styles[tag] ?? '') + styleOf(tag, names);
  if (style) result.style = style;
  const link = href === undefined ? null : absoluteLink(href, siteUrl);
  if (link) result.href = link;
  if (tag !== 'img') return result;
  const known = src === undefined ? undefined : pictures.get(src);
  const source = src ? absoluteLink(known?.url ?? src, siteUrl) : null;
  // `alt` also when there is none: without it mail programs read out the file's name.
  return source?.startsWith('http')
    ? { ...result, ...widthOf(rest.width, known?.width), src: source, alt: rest.alt ?? '' }
    : {};
}

/** Outlook goes by the attribute alone. How wide a picture of another site is nobody knows: other programs ask it. */
function widthOf(given: string | undefined, own: number | undefined): Attributes {
  const width = Math.min(Number.parseInt(given ?? '', 10) || own || widest, own ?? widest, widest);
  const isGuessed = own === undefined && !/^\d+$/.test(given ?? '');
  return { width: String(width), style: styles.img + (isGuessed ? 'width:auto;' : '') };
}

/** What the editor says by classes. */
function styleOf(tag: string, names: string): string {
  const indent = /\bql-indent-([1-8])\b/.exec(names)?.[1];
  const align = /\bql-align-(center|right|justify)\b/.exec(names)?.[1];
  return (
    (indent ? `${tag === 'li' ? 'margin' : 'padding'}-left:${Number(indent) * 24}px;` : '') +
    (align ? `text-align:${align};` : '')
  );
}
