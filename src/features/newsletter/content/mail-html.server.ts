/** An article's HTML as a mail can show it: absolute addresses, inline styles, no embedded pictures. */
import { withTextDirections } from '#features/articles/content/body-directions.ts';
import { normaliseStructure } from '#features/articles/content/normalise-structure.ts';
import { rowsOf, withNumberColumns } from '#features/articles/content/number-columns.ts';
import { cleanHtml } from '#platform/clean-html.ts';
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml, textOfNode } from '#shared/html/html-tree.ts';
import { absoluteLink, headingFont } from '#shared/mail/mail-layout.ts';
import { type MailPicture, type MailPictures, pictureSizeInMail, widestInMail } from './newsletter-mail.ts';

const headings = { h1: 24, h2: 22, h3: 19, h4: 17, h5: 16, h6: 16 };

/** A table with many columns is scrolled rather than broken into single letters. */
const cell = 'min-width:72px;overflow-wrap:normal;word-break:normal;';

const styles: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(headings).map(([tag, size]) => [tag, `margin:28px 0 12px;font:700 ${size}px/1.3 ${headingFont};`]),
  ),
  p: 'margin:0 0 16px;',
  // Padding on both sides: the direction decides where the marks are.
  ul: 'margin:0 0 16px;padding:0 24px;',
  ol: 'margin:0 0 16px;padding:0 24px;',
  li: 'margin:0 0 6px;',
  blockquote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #6a8b57;',
  pre: "margin:0 0 16px;padding:12px;background-color:#eef0ea;color:#1f261b;font:14px/1.5 Consolas,'Courier New',monospace;white-space:pre-wrap;",
  code: "font-family:Consolas,'Courier New',monospace;",
  a: 'color:#4a663a;',
  img: 'display:block;max-width:100%;height:auto;border:0;margin:0 0 16px;',
  figure: 'margin:0 0 20px;',
  figcaption: 'margin:-8px 0 0;font-size:14px;line-height:1.5;',
  caption: 'padding:0 0 6px;font-size:14px;line-height:1.5;text-align:left;text-align:start;',
  hr: 'margin:24px 0;border:0;border-top:1px solid #c9cfc2;',
  mark: 'background-color:#dfe8d6;color:#1f261b;',
  table: 'border-collapse:collapse;margin:0 0 16px;',
  td: `border:1px solid #c9cfc2;padding:6px 10px;${cell}`,
  th: `border:1px solid #c9cfc2;padding:6px 10px;${cell}text-align:left;text-align:start;`,
};
const quoteFromRight = 'margin:0 0 16px;padding:4px 16px 4px 0;border-right:3px solid #6a8b57;';

/** The tags an article may contain; listed again so that a mail is clean whatever the database says. */
export const mailTags = [
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code div span strong b em i u s strike del ins',
  'mark small sub sup a img figure figcaption table caption thead tbody tfoot tr th td',
].flatMap((names) => names.split(' '));

/** Their first letter sets the direction unless they already have one: a mail may be shown in a page of either direction. */
const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote div figure figcaption table caption th td'.split(' '));

const kept = ['href', 'src', 'alt', 'title', 'width', 'style', 'start', 'colspan', 'rowspan', 'lang', 'dir', 'height'];

/** The address of each picture in an article's HTML, as written. */
export function pictureUrlsIn(html: string): string[] {
  const tags = html.match(/<img\b[^<>]*>/gi) ?? [];
  return tags.flatMap((tag) => /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? []);
}

export function htmlForMail(html: string, siteUrl: string, pictures: MailPictures): string {
  return cleanHtml(withStructureOfMail(html), {
    allowedTags: mailTags,
    allowedAttributes: { '*': kept },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attributes) => ({ tagName, attribs: forMail(tagName, attributes, { siteUrl, pictures }) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
}

/** The same structure as the article's page, with a wrapper around each table. A wide one becomes a block for each row. */
function withStructureOfMail(html: string): string {
  const nodes = withTextDirections(normaliseStructure(parseHtml(html)));
  return serialiseHtml(nodes.map(withOwnDirection).map(withScrolledTables));
}

/** The content of a block inherits its direction unless it has its own. */
function withOwnDirection(node: HtmlNode): HtmlNode {
  if (typeof node === 'string' || node.attributes.dir) return node;
  if (node.tag === 'pre') return { ...node, attributes: { dir: 'ltr', ...node.attributes } };
  const attributes = blocks.has(node.tag) ? { dir: 'auto', ...node.attributes } : node.attributes;
  return { ...node, attributes, children: node.children.map(withOwnDirection) };
}

function withScrolledTables(node: HtmlNode): HtmlNode {
  if (typeof node === 'string') return node;
  const { dir } = node.attributes;
  if (node.tag === 'table' && rowsOf(node).some((row) => row.length > mostColumns)) return rowBlocks(node);
  if (node.tag === 'table')
    return { tag: 'div', attributes: { class: scrolled, ...(dir && { dir }) }, children: [withNumberColumns(node)] };
  return { ...node, children: node.children.map(withScrolledTables) };
}

const scrolled = 'table-scroll';

/** A mail is not scrolled sideways. */
const mostColumns = 5;

/** 'Old mill', then 'Week: 6' and so on, each on a line, by the headings of the first row. */
function rowBlocks({ attributes, children, ...table }: HtmlElement): HtmlElement {
  const rows = rowsOf({ ...table, attributes, children });
  const heads = rows[0]?.every(({ tag }) => tag === 'th') ? rows.shift()?.map(textOfNode) : undefined;
  const captions = children.filter((child) => typeof child !== 'string' && child.tag === 'caption');
  const line = (cell: HtmlElement, at: number): HtmlNode[] => {
    const name = at > 0 && heads?.[at] ? `${heads[at].trim()}: ` : '';
    return [...(at > 0 ? [element('br', [])] : []), element(at === 0 ? 'b' : 'span', [name, ...cell.children])];
  };
  const blocks = rows.map((row) => element('p', row.flatMap(line)));
  return {
    tag: 'div',
    attributes,
    children: [...captions.map((one) => ({ ...(one as HtmlElement), tag: 'p' })), ...blocks],
  };
}

function element(tag: string, children: HtmlNode[]): HtmlElement {
  return { tag, attributes: {}, children };
}

type Attributes = Record<string, string>;

type Site = { siteUrl: string; pictures: MailPictures };

function forMail(tag: string, attributes: Attributes, { siteUrl, pictures }: Site): Attributes {
  const { href, src, class: names = '', style: _style, height: _height, ...rest } = attributes;
  const result: Attributes = { ...rest };
  const isQuoteFromRight = tag === 'blockquote' && rest.dir === 'rtl';
  const style = (isQuoteFromRight ? quoteFromRight : (styles[tag] ?? '')) + styleOf(tag, names);
  if (style) result.style = style;
  const link = href === undefined ? null : absoluteLink(href, siteUrl);
  if (link) result.href = link;
  if (tag !== 'img') return result;
  const known = src === undefined ? undefined : pictures.get(src);
  const source = src ? absoluteLink(known?.url ?? src, siteUrl) : null;
  // `alt` also when there is none: without it mail programs read out the file's name.
  return source?.startsWith('http')
    ? { ...result, ...sizeOf(rest.width, known), src: source, alt: rest.alt ?? '' }
    : {};
}

/** Outlook uses only the attributes. The width of another site's picture is unknown; other mail programs read it from the file. */
function sizeOf(given: string | undefined, known: MailPicture | undefined): Attributes {
  if (!known) {
    const isGuessed = !/^\d+$/.test(given ?? '');
    const width = Math.min(Number.parseInt(given ?? '', 10) || widestInMail, widestInMail);
    return { width: String(width), style: styles.img + (isGuessed ? 'width:auto;' : '') };
  }
  const { width, height } = pictureSizeInMail(known, Number.parseInt(given ?? '', 10) || known.width);
  return { width: String(width), height: String(height), style: styles.img ?? '' };
}

/** The styles for the editor's classes. */
function styleOf(tag: string, names: string): string {
  const indent = /\bql-indent-([1-8])\b/.exec(names)?.[1];
  const align = /\bql-align-(center|right|justify)\b/.exec(names)?.[1];
  return (
    (indent ? `${tag === 'li' ? 'margin' : 'padding'}-left:${Number(indent) * 24}px;` : '') +
    (align ? `text-align:${align};` : '') +
    (/\bcheck\b/.test(names) ? 'list-style:none;' : '') +
    (/\bnumber\b/.test(names) ? 'text-align:right;text-align:end;' : '') +
    (names === scrolled ? 'overflow-x:auto;' : '')
  );
}
