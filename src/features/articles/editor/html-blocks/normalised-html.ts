/** Normalises HTML from any program: texts with the same result look the same to visitors. */
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml } from '#shared/html/html-tree.ts';
import { blockTags, isBlockElement, toBlocks } from './block-elements.ts';

const sameTag: Record<string, string> = { b: 'strong', i: 'em', strike: 's' };
/** Elements that contain text, or one paragraph of text. */
const simpleHolders = new Set(['li', 'blockquote', 'td', 'th']);

export function normaliseHtml(html: string): string {
  return serialiseHtml(toBlocks(parseHtml(html)).flatMap(normaliseBlock));
}

/** The children of a block. The order of marks around the same text does not matter, and adjacent equal marks are joined. */
function normaliseInline(nodes: HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  for (const node of nodes.flatMap((child) => leaves(child, []))) {
    const last = result.at(-1);
    const isSame = isWords(node) && isWords(last) && last.attributes.marks === node.attributes.marks;
    if (isSame) last.children = [wordsOf(last) + wordsOf(node)];
    else result.push(node);
  }
  return trimmed(result);
}

function leaves(node: HtmlNode, marks: string[]): HtmlNode[] {
  if (typeof node === 'string') return [leaf(node, marks)];
  if (blockTags.has(node.tag) || node.children.some(isBlockElement)) return normaliseBlock(node);
  const own = serialiseHtml([
    { tag: sameTag[node.tag] ?? node.tag, attributes: normaliseAttributes(node), children: [] },
  ]);
  if (node.tag === 'br' || node.tag === 'img') return [leaf(own, marks, 'leaf')];
  return node.children.flatMap((child) => leaves(child, [...marks, own].sort()));
}

function leaf(text: string, marks: string[], tag = 'words'): HtmlElement {
  return { tag, attributes: { marks: marks.join('') }, children: [text.replace(/[ \t\n\r\f]+/g, ' ')] };
}

function isWords(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === 'object' && node.tag === 'words';
}

function wordsOf({ children: [words] }: HtmlElement): string {
  return typeof words === 'string' ? words : '';
}

function normaliseBlock(block: HtmlElement): HtmlNode[] {
  const { tag } = block;
  if (tag === 'pre') return [code(block)];
  const children = normaliseInline(block.children);
  // The editor makes a head of leading rows of headings.
  if (tag === 'tbody' || (tag === 'thead' && !children.some(hasPlainCell))) return children;
  const [only] = children;
  const isWrapped = simpleHolders.has(tag) && children.length === 1 && isBlockElement(only) && only.tag === 'p';
  const inner = isWrapped && Object.keys(only.attributes).length === 0 ? only.children : children;
  return [{ tag, attributes: normaliseAttributes(block), children: inner }];
}

function hasPlainCell(row: HtmlNode): boolean {
  return typeof row === 'object' && row.children.some((cell) => typeof cell !== 'object' || cell.tag !== 'th');
}

/** Attributes in a fixed order, without redundant ones. Footnote ids stay only as long as their text does. */
function normaliseAttributes({ tag, attributes }: HtmlElement): HtmlElement['attributes'] {
  const left = tag === 'a' ? ['rel', 'target', 'title', 'id'] : tag === 'th' ? ['scope'] : tag === 'sup' ? ['id'] : [];
  const names = Object.keys(attributes).filter((name) => !left.includes(name));
  return Object.fromEntries(names.sort().map((name) => [name, attributes[name] ?? '']));
}

function code(pre: HtmlElement): HtmlElement {
  const [only] = pre.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const inner = typeof only === 'object' && only.tag === 'code' ? only : null;
  const { 'data-language': language = codeLanguageIn(inner?.attributes.class ?? ''), ...rest } = pre.attributes;
  const text = serialiseHtml(inner?.children ?? pre.children).replace(/^\n|\n$/g, '');
  return { tag: 'pre', attributes: { ...rest, 'data-language': language }, children: [text] };
}

export function codeLanguageIn(names: string): string {
  return /\blanguage-([\w+#-]+)/.exec(names)?.[1] ?? 'plain';
}

/** Browsers ignore whitespace at the edges of a block, and a lone line break. */
function trimmed(nodes: HtmlNode[]): HtmlNode[] {
  const kept: HtmlNode[] = [];
  for (const [at, node] of nodes.entries()) {
    if (!isWords(node)) kept.push(node);
    else {
      const last = kept.at(-1);
      const isStart = last === undefined || isBlockElement(last) || (isWords(last) && wordsOf(last).endsWith(' '));
      const text = isStart ? wordsOf(node).replace(/^ /, '') : wordsOf(node);
      const isEnd = nodes.slice(at + 1).every((other) => isWords(other) && wordsOf(other).trim() === '');
      const words = isEnd || isBlockElement(nodes[at + 1]) ? text.replace(/ $/, '') : text;
      if (words !== '') kept.push({ ...node, children: [words] });
    }
  }
  const [only] = kept;
  return kept.length === 1 && typeof only === 'object' && wordsOf(only) === '<br />' ? [] : kept;
}
