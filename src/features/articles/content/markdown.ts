/** Sanitised HTML of an article as Markdown (CommonMark with the tables and strikethrough of GitHub). */
import { type HtmlElement, type HtmlNode, readHtml, textIn } from '#shared/html-tree.ts';

const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', strike: '~~', del: '~~' };
/** Markdown has no sign for these, and takes them as HTML. */
const asHtml = new Set(['u', 'ins', 'sub', 'sup', 'mark', 'small']);
const holders = new Set('p div figure figcaption caption li dl dt dd'.split(' '));

/** `html` comes from the sanitiser. `addressOf` rewrites the pictures'. */
export function markdownOf(html: string, addressOf: (url: string) => string = (url) => url): string {
  const addressed = (node: HtmlNode): HtmlNode => {
    if (typeof node === 'string') return node;
    const { src } = node.attributes;
    const attributes = src === undefined ? node.attributes : { ...node.attributes, src: addressOf(src) };
    return { ...node, attributes, children: node.children.map(addressed) };
  };
  return `${blocksOf(readHtml(html).map(addressed)).join('\n\n')}\n`;
}

/** What stands in no block of its own is a paragraph. */
function blocksOf(nodes: HtmlNode[]): string[] {
  const blocks: string[] = [];
  let words: HtmlNode[] = [];
  const endParagraph = () => {
    blocks.push(...paragraph(lineOf(words)));
    words = [];
  };
  for (const node of nodes) {
    const own = typeof node === 'string' ? null : blockOf(node);
    if (own === null) words.push(node);
    else {
      endParagraph();
      blocks.push(...own);
    }
  }
  endParagraph();
  return blocks;
}

/** Null for what stands within a line. */
function blockOf(element: HtmlElement): string[] | null {
  const { tag, attributes, children } = element;
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) return [lineOf(children)].filter(Boolean).map((line) => `${'#'.repeat(Number(level))} ${line}`);
  if (tag === 'hr') return ['---'];
  if (tag === 'blockquote') return quoted(blocksOf(children).join('\n\n'));
  if (tag === 'ul' || tag === 'ol') return [itemsOf(element, 0).join('\n')];
  if (tag === 'table') return tableOf(element);
  if (tag === 'pre' || /\bql-code-block-container\b/.test(attributes.class ?? '')) return [codeOf(element)];
  return holders.has(tag) ? blocksOf(children) : null;
}

/** Signs at its beginning that Markdown would read stand as themselves. */
function paragraph(line: string): string[] {
  if (line === '') return [];
  return [line.replace(/^(#{1,6} |[-+] |-{2,}$|=+$)/, '\\$1').replace(/^(\d+)([.)] )/, '$1\\$2')];
}

function quoted(text: string): string[] {
  return text === '' ? [] : [text.replace(/^/gm, '> ').replace(/^> $/gm, '>')];
}

/** The editor marks lists by attributes, other programs by nesting. */
function itemsOf(list: HtmlElement, depth: number): string[] {
  let counts: number[] = [];
  return elementsIn(list.children).flatMap((item) => {
    const { class: names = '', 'data-list': kind } = item.attributes;
    const place = depth + Number(/\bql-indent-([1-8])\b/.exec(names)?.[1] ?? 0);
    counts = counts.slice(0, place + 1);
    counts[place] = (counts[place] ?? 0) + 1;
    const isBullet = kind ? kind === 'bullet' : list.tag === 'ul';
    const start = `${'    '.repeat(place)}${isBullet ? '-' : `${counts[place]}.`} `;
    const words = lineOf(item.children.filter((child) => !isList(child)));
    const below = elementsIn(item.children.filter(isList)).flatMap((inner) => itemsOf(inner, place + 1));
    return [start + words.replaceAll('\n', `\n${' '.repeat(start.length)}`), ...below];
  });
}

function tableOf(table: HtmlElement): string[] {
  const [caption] = allOf(table, 'caption');
  const lines = allOf(table, 'tr').map(({ children }) => {
    const cells = elementsIn(children).map((cell) =>
      lineOf(cell.children).replace(/\\?\n/g, ' ').replaceAll('|', '\\|'),
    );
    return { line: `| ${cells.join(' | ')} |`, below: `|${' --- |'.repeat(cells.length)}` };
  });
  const rows = lines.flatMap(({ line, below }, at) => (at === 0 ? [line, below] : [line]));
  return [...paragraph(lineOf(caption?.children ?? [])), rows.join('\n')];
}

function codeOf(element: HtmlElement): string {
  const text = codeIn(element);
  const fence = text.includes('```') ? '~~~~' : '```';
  return `${fence}${languageIn(element)}\n${text.endsWith('\n') ? text.slice(0, -1) : text}\n${fence}`;
}

/** The editor gives each line of a block of code an element of its own. */
function codeIn(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  const text = node.children.map(codeIn).join('');
  return /\bql-code-block(?!-)/.test(node.attributes.class ?? '') ? `${text}\n` : text;
}

function languageIn({ attributes, children }: HtmlElement): string {
  const named = attributes['data-language'] ?? /language-([\w+#-]+)/.exec(attributes.class ?? '')?.[1];
  if (named) return named === 'plain' || named === 'true' ? '' : named;
  const [first] = elementsIn(children);
  return first ? languageIn(first) : '';
}

function lineOf(nodes: HtmlNode[]): string {
  const line = nodes.map(inLine).join('').trim();
  return line.endsWith('\\') && !line.endsWith('\\\\') ? line.slice(0, -1).trim() : line;
}

function inLine(node: HtmlNode): string {
  if (typeof node === 'string') return escaped(node.replace(/[ \t\n]+/g, ' '));
  const { tag, attributes, children } = node;
  if (tag === 'br') return '\\\n';
  if (tag === 'img') return `![${escaped(attributes.alt ?? '')}](<${attributes.src ?? ''}>)`;
  if (tag === 'code') return marked('`', textIn(node), '`');
  const words = children.map(inLine).join('');
  if (tag === 'a') return marked('[', words, `](<${attributes.href ?? ''}>)`);
  if (asHtml.has(tag)) return marked(`<${tag}>`, words, `</${tag}>`);
  const mark = marks[tag];
  if (mark) return marked(mark, words, mark);
  return holders.has(tag) ? `${words} ` : words;
}

/** Spaces at the ends move out of the mark, where Markdown would not see it; an empty one goes. */
function marked(open: string, inner: string, close: string): string {
  const words = inner.trim();
  return words === '' ? inner : inner.replace(words, () => `${open}${words}${close}`);
}

/** Signs that Markdown would read, as themselves. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>~]/g, '\\$&').replace(/&(#?\w+;)/g, '&amp;$1');
}

function isList(node: HtmlNode): boolean {
  return typeof node !== 'string' && (node.tag === 'ul' || node.tag === 'ol');
}

function elementsIn(nodes: HtmlNode[]): HtmlElement[] {
  return nodes.filter((node) => typeof node !== 'string');
}

function allOf({ children }: HtmlElement, tag: string): HtmlElement[] {
  return elementsIn(children).flatMap((child) => (child.tag === tag ? [child] : allOf(child, tag)));
}
