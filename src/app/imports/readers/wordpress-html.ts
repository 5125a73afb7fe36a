/** The text of a WordPress post as HTML: paragraphs of the classic editor, blocks, shortcodes. */
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { linkTo } from './body.ts';

export type Media = { url: string; alt: string; caption: string };
export type WordPressSite = { media: Map<string, Media>; blocks: Map<string, string> };

/** `notes` gets what is not understood and stays in the text. */
export function wordPressHtml(content: string, site: WordPressSite, notes: Set<string>): string {
  const whole = withReusableBlocks(content.replaceAll('\r\n', '\n'), site.blocks, notes, 3);
  const isClassic = !whole.includes('<!-- wp:');
  const bare = whole.replace(/<!--(?:more|nextpage|noteaser)[^<>]{0,200}-->/g, '\n\n');
  return replaceShortcodes(isClassic ? withParagraphs(bare) : bare, site, notes);
}

/** A block that several posts share stands in place of its reference. */
function withReusableBlocks(html: string, blocks: Map<string, string>, notes: Set<string>, depth: number): string {
  return html.replace(/<!-- wp:block (\{[^<>]{1,5000}\}) \/-->/g, (_, attributes: string) => {
    const id = /"ref":(\d{1,15})/.exec(attributes)?.[1] ?? '';
    const block = blocks.get(id);
    if (block === undefined || depth === 0) {
      notes.add(`the reusable block ${id} is not in the file or was not public`);
      return '';
    }
    return withReusableBlocks(block, blocks, notes, depth - 1);
  });
}

const blockNames =
  'p|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|div|figure|figcaption|hr|details|section|script|style|iframe|form';
const blockStart = new RegExp(`<(?:${blockNames})(?=[\\s/>])`, 'gi');
const blockEnd = new RegExp(`</(?:${blockNames})>`, 'gi');
const startsBlock = new RegExp(`^</?(?:${blockNames})(?=[\\s/>])`, 'i');

/** The classic editor saves blank lines in place of paragraphs, and line breaks as they are. */
function withParagraphs(html: string): string {
  const parts = html.split(/(<pre[\s>]|<\/pre>)/i);
  let isCode = false;
  return parts
    .map((part) => {
      if (/^<pre/i.test(part)) isCode = true;
      else if (/^<\/pre/i.test(part)) isCode = false;
      else if (!isCode) return paragraphsOf(part);
      return part;
    })
    .join('');
}

function paragraphsOf(html: string): string {
  const parted = html.replace(blockStart, (tag) => `\n\n${tag}`).replace(blockEnd, (tag) => `${tag}\n\n`);
  return parted
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) =>
      startsBlock.test(piece) || /<\/?(?:td|th|li)>$/i.test(piece) ? piece : `<p>${piece.replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n');
}

type Attributes = Record<string, string>;
type Shortcode = (attributes: Attributes, inner: string, site: WordPressSite, notes: Set<string>) => string;

const link: Shortcode = ({ src, url, mp4, mp3, '0': first }, inner) => {
  const address = inner.trim() || src || url || mp4 || mp3 || first || '';
  return /^https?:\/\//.test(address) ? linkTo(address) : escapeHtml(address);
};

const shortcodes: Record<string, Shortcode> = {
  caption: (attributes, inner) => captioned(inner, attributes.caption ?? ''),
  wp_caption: (attributes, inner) => captioned(inner, attributes.caption ?? ''),
  gallery: ({ ids = '', include = '' }, _, { media }, notes) =>
    (ids || include)
      .split(',')
      .map((id) => id.trim())
      .map((id) => {
        const one = media.get(id);
        if (!one)
          notes.add(id ? `the picture ${id} of a gallery is not in the file` : 'a gallery does not name its pictures');
        return one
          ? figure(`<img src="${escapeHtml(one.url)}" alt="${escapeHtml(one.alt)}">`, escapeHtml(one.caption))
          : '';
      })
      .join(''),
  embed: link,
  video: link,
  audio: link,
  youtube: link,
  vimeo: link,
};
const enclosing = new Set(['caption', 'wp_caption', 'embed', 'video', 'audio', 'youtube', 'vimeo']);

function captioned(inner: string, caption: string): string {
  const afterLink = inner.toLowerCase().lastIndexOf('</a>');
  const end = afterLink >= 0 ? afterLink + 4 : inner.indexOf('>', inner.indexOf('<img')) + 1;
  return figure(inner.slice(0, end), inner.slice(end).trim() || caption);
}

function figure(picture: string, caption: string): string {
  return `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

/** What is not known stays as it is written. '[[…]]' is how WordPress writes brackets that are none of its own. */
function replaceShortcodes(html: string, site: WordPressSite, notes: Set<string>): string {
  const opening = /\[([a-z][\w-]*)((?:[\s=][^[\]]*)?)\]/iy;
  const lower = html.toLowerCase();
  const unclosed = new Set<string>();
  let text = '';
  let at = 0;
  for (let next = html.indexOf('[', at); next >= 0; next = html.indexOf('[', at)) {
    text += html.slice(at, next);
    opening.lastIndex = next;
    const [whole = '', name = '', written = ''] = (html[next + 1] !== '[' && opening.exec(html)) || [];
    if (!whole) {
      const skipped = html[next + 1] === '[' ? 2 : 1;
      text += html.slice(next, next + skipped);
      at = next + skipped;
      // Of '[[name]]' the inner bracket begins no shortcode.
      continue;
    }
    const key = name.toLowerCase();
    const end = next + whole.length;
    const closing = `[/${key}]`;
    const close = enclosing.has(key) && !unclosed.has(key) ? lower.indexOf(closing, end) : -1;
    if (close < 0) unclosed.add(key);
    const known = shortcodes[key];
    if (known) {
      text += known(attributesOf(written), close < 0 ? '' : html.slice(end, close), site, notes);
      at = close < 0 ? end : close + closing.length;
      continue;
    }
    if (/[=_-]/.test(whole)) notes.add(`[${name}] is not understood`);
    text += whole;
    at = end;
  }
  return text + html.slice(at);
}

function attributesOf(written: string): Attributes {
  const pairs = written.replaceAll(/[“”″]/g, '"').matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|(\S+)/g);
  const attributes: Attributes = {};
  for (const [, name = '', double, single, bare, alone] of pairs)
    attributes[name || '0'] = double ?? single ?? bare ?? alone?.replace(/^=/, '') ?? '';
  return attributes;
}
