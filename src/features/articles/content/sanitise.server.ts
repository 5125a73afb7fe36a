/** Article HTML as it may be stored and shown: the spec's link and image schemes, and the editor's own classes (A10). */
import type sanitizeHtml from 'sanitize-html';
import { cleanHtml } from '#platform/clean-html.ts';
import { decodeEntities } from '#shared/html/entities.ts';
import { withoutControlCharacters } from '#shared/text.ts';
import { countWords } from '../article.ts';
import { normaliseArticleLink } from '../link-address.ts';
import { withPicturesOutOfHeadings } from './heading-pictures.ts';

const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms'];
const imageSchemes = ['http', 'https', 'data'];
/** Ids of footnotes and their marks; other ids could clash with the page's own. */
const footnoteId = /^(fn|footnote)[\w:.-]{0,60}$/;
/** The class by which other programs name the language of a code block. */
const languageClass = /^language-[\w+#-]{1,30}$/;
const editorClass = /^ql-(indent-[1-8]|align-(center|right|justify)|direction-rtl|syntax|code-block(-container)?)$/;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code div span strong b em i u s strike del ins',
    'mark small sub sup a img figure figcaption table caption thead tbody tfoot tr th td dl dt dd',
  ].flatMap((names) => names.split(' ')),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    pre: ['class', 'data-language'],
    div: ['class', 'data-language'],
    li: ['class', 'data-list'],
    ol: ['class', 'start', 'type'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['class', 'lang', 'dir', 'id'],
  },
  allowedSchemes: linkSchemes,
  // `normaliseArticleLink` has already turned every other scheme into about:blank.
  allowedSchemesByTag: { img: imageSchemes, a: [...linkSchemes, 'about'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: safeLink(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: plainImage(withEditorClasses(attributes, tagName)) }),
    '*': (tagName, attributes) => ({ tagName, attribs: withEditorClasses(attributes, tagName) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

/** Keeps what the spec allows and drops the rest; links follow `normaliseArticleLink`, as they do in the editor. */
export function sanitiseHtml(html: string): string {
  return withPicturesOutOfHeadings(cleanHtml(withoutControlCharacters(html), options).trim());
}

const blockEnd = /^<(?:\/(?:p|h[1-6]|li|blockquote|pre|tr|div|figcaption|d[td])|br)\b/;

/** The text of sanitised HTML, for search, reading time and plain-text mails. Blocks are separated by line breaks. */
export function plainText(html: string): string {
  const parted = html.replace(/<[^<>]*>/g, (tag) => (blockEnd.test(tag) ? `${tag}\n` : tag));
  const text = cleanHtml(parted, { allowedTags: [], allowedAttributes: {} });
  return decodeEntities(text)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

export type Read = ReturnType<typeof sanitiseWithText>;

/** The sanitised HTML, its text for search and reading time, and how many words that has. */
export function sanitiseWithText(html: string) {
  const content = sanitiseHtml(html);
  const contentText = plainText(content);
  return { content, contentText, words: countWords(contentText) };
}

type Attributes = Record<string, string>;

function safeLink(attributes: Attributes): Attributes {
  const { href, ...rest } = withEditorClasses(attributes);
  if (href === undefined) return rest;
  const link = { ...rest, rel: 'noopener noreferrer' };
  return { ...link, href: normaliseArticleLink(href) };
}

/**
 * Keeps a missing alt missing: no one has described the picture yet. Browsers ignore whitespace and control characters in an
 * address.
 */
function plainImage({ src, ...image }: Attributes): Attributes {
  return src === undefined ? image : { ...image, src: src.replace(/[\s\p{Cc}]/gu, '') };
}

function withEditorClasses({ class: names, id = '', ...others }: Attributes, tag = ''): Attributes {
  const rest = footnoteId.test(id) ? { ...others, id } : others;
  const isKept = (name: string) =>
    editorClass.test(name) || (tag === 'code' && languageClass.test(name)) || (tag === 'img' && name === 'wide');
  const kept = (names ?? '').split(/\s+/).filter(isKept);
  return kept.length > 0 ? { ...rest, class: kept.join(' ') } : rest;
}
