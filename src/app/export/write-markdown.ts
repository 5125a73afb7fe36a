/**
 * HTML of articles as Markdown (CommonMark, with the tables and strikethrough of GFM). Each block is read back: what Markdown
 * cannot hold stays HTML.
 */
import { marked } from 'marked';
import { languageOf, normaliseStructure } from '#features/articles/content/normalise-structure.ts';
import { rowsOf } from '#features/articles/content/number-columns.ts';
import { toBlocks } from '#features/articles/editor/html-blocks/block-elements.ts';
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml, textOfNode } from '#shared/html/html-tree.ts';

/** `html` is sanitised. */
export function writeMarkdown(html: string): string {
  const nodes = toBlocks(parseHtml(html));
  const text = joined(nodes.map((node) => ({ node, text: checkedBlock(node) })));
  return isSame(text, nodes) ? text : joined(nodes.map((node) => ({ node, text: asHtml(node) })));
}

type Written = { node: HtmlElement; text: string };

function joined(blocks: Written[]): string {
  const isList = (tag = '') => tag === 'ul' || tag === 'ol';
  return blocks
    .map(({ node, text }, at) => (isList(node.tag) && isList(blocks[at - 1]?.node.tag) ? `<!-- -->\n\n${text}` : text))
    .join('\n\n');
}

function checkedBlock(node: HtmlElement): string {
  const text = block(node);
  return text !== null && isSame(text, [node]) ? text : asHtml(node);
}

/** On one line, because an empty one would end it. */
function asHtml(node: HtmlElement): string {
  return serialiseHtml([node]).replaceAll('\n', node.tag === 'pre' || node.tag === 'figure' ? '&#10;' : ' ');
}

/** Null for what has no form in Markdown. */
function block(node: HtmlElement): string | null {
  const { tag, attributes, children } = node;
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) return `${'#'.repeat(Number(level))} ${words(children)}`;
  if (tag === 'p') return words(children);
  if (tag === 'hr') return '---';
  if (tag === 'pre') return fenced(node);
  if (tag === 'blockquote') return pushedIn(blocksIn(children), '> ');
  if (tag === 'ul' || tag === 'ol') return list(tag, Number(attributes.start ?? 1), children);
  return tag === 'table' ? table(node) : null;
}

function blocksIn(nodes: HtmlNode[]): string {
  return joined(toBlocks(nodes).map((node) => ({ node, text: block(node) ?? asHtml(node) })));
}

function pushedIn(text: string, start: string, then = start): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? start : line === '' ? then.trimEnd() : then) + line)
    .join('\n');
}

function fenced(pre: HtmlElement): string {
  const code = pre.children.map(textOfNode).join('').replace(/^\n/, '').trimEnd();
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languageOf(pre)}\n${code}\n${fence}`;
}

function list(tag: string, first: number, children: HtmlNode[]): string {
  const items = children.filter((child) => typeof child !== 'string');
  const isLoose = items.some((item) => item.children.some((child) => typeof child !== 'string' && child.tag === 'p'));
  const texts = items.map((item, at) => {
    const mark = tag === 'ol' ? `${first + at}. ` : '- ';
    const text = isLoose ? blocksIn(item.children) : blocksIn(item.children).replaceAll('\n\n', '\n');
    return pushedIn(text, mark, ' '.repeat(mark.length));
  });
  return texts.join(isLoose ? '\n\n' : '\n');
}

function table(node: HtmlElement): string | null {
  const lines = rowsOf(node).map((cells) => cells.map(({ children }) => words(children).replaceAll('|', '\\|')));
  const [head] = lines;
  if (!head) return null;
  const [first, ...others] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return [first, `|${' --- |'.repeat(head.length)}`, ...others].join('\n');
}

/** Of one block. Signs at the beginning of a line that would make it another kind of block are escaped. */
function words(nodes: HtmlNode[]): string {
  return inline(nodes)
    .trim()
    .replace(/^([#+\-=>])/gm, '\\$1')
    .replace(/^(\d{1,9})([.)])/gm, '$1\\$2');
}

const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', strike: '~~', del: '~~' };

function inline(nodes: HtmlNode[]): string {
  let text = '';
  for (const [at, node] of nodes.entries()) {
    const next = textOfNode(nodes[at + 1] ?? '');
    text += typeof node === 'string' ? escaped(node) : inlineElement(node, text.at(-1) ?? ' ', next[0] ?? ' ');
  }
  return text;
}

const isWord = (sign = '') => /[\p{L}\p{N}]/u.test(sign);
const isMark = (sign = '') => /[*~\s]/.test(sign);

function inlineElement(element: HtmlElement, before: string, after: string): string {
  const { tag, attributes, children } = element;
  const inner = inline(children);
  const mark = marks[tag];
  const { href, src, alt, title, ...others } = attributes;
  const isBare = Object.keys(attributes).length === 0;
  const [first = '*', last = '*'] = [inner[0], inner.at(-1)];
  // CommonMark 6.2: what a mark begins or ends depends on the signs beside it.
  const begins = isWord(first) || (!isMark(first) && !isWord(before));
  const ends = isWord(last) || (!isMark(last) && !isWord(after));
  if (mark && isBare && begins && ends && !/[*~]/.test(before)) return mark + inner + mark;
  if (tag === 'br' && isBare) return '\\\n';
  if (tag === 'code' && isBare && !/[`\n]/.test(textOfNode(element))) return `\`${textOfNode(element)}\``;
  const { rel: _rel, target: _target, ...ofLink } = others;
  if (tag === 'a' && href && Object.keys(ofLink).length === 0) return `[${inner}](${address(href, title)})`;
  if (tag === 'img' && src && alt !== undefined && Object.keys(others).length === 0)
    return `![${escaped(alt)}](${address(src, title)})`;
  const [start = '', end = ''] = serialiseHtml([{ ...element, children: ['\0'] }]).split('\0');
  return start + inner + end;
}

function address(url: string, title: string | undefined): string {
  const place = /[\s()<>\\]/.test(url) ? `<${url.replace(/[<>\\]/g, '\\$&')}>` : url;
  return title ? `${place} "${title.replace(/[\\"]/g, '\\$&')}"` : place;
}

/** Also breaks addresses that programs would turn into links by themselves. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<~]/g, '\\$&')
    .replace(/&(#?\w+;)/g, '\\&$1')
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(/(https?|ftp):(?=\/\/)|(www)\.|(?<=\w)@(?=\w)/gi, (found) => `${found.slice(0, -1)}\\${found.slice(-1)}`);
}

/** Whether Markdown reads as what it was made of, as pages show it. */
function isSame(text: string, nodes: HtmlNode[]): boolean {
  const html = marked.parse(text, { async: false }).replace(/<!-- -->/g, '');
  return shown(parseHtml(html)) === shown(nodes);
}

const sameTag: Record<string, string> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

function shown(nodes: HtmlNode[]): string {
  return serialiseHtml(normaliseStructure(nodes).map(plain))
    .replace(
      / ?(<\/?(?:p|div|h\d|ul|ol|li|blockquote|table|thead|tbody|tfoot|tr|t[dh]|figure|figcaption|hr|pre)\b[^<>]*>) ?/g,
      '$1',
    )
    .replace(/<br \/>\s+/g, '<br />');
}

/** Without what no one sees: the two names of one mark, how a link opens, and the paragraph of a quotation. */
function plain(node: HtmlNode): HtmlNode {
  if (typeof node === 'string') return node.replace(/[\t\n\r ]+/g, ' ');
  const { tag, attributes, children } = node;
  if (tag === 'pre') return node;
  const { rel: _rel, target: _target, href, ...others } = attributes;
  const link = href && URL.canParse(href, 'http://a') ? { href: new URL(href, 'http://a').href } : {};
  const inner = tag === 'blockquote' ? toBlocks(children) : children;
  const sorted = Object.entries({ ...link, ...others }).sort(([one], [other]) => (one < other ? -1 : 1));
  return { tag: sameTag[tag] ?? tag, attributes: Object.fromEntries(sorted), children: inner.map(plain) };
}
