/** An article's HTML as the plain-text part of a mail: lists keep their numbers, code its indentation. */
import { checkBoxes } from '#features/articles/content/normalise-structure.ts';
import { sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { type HtmlElement, type HtmlNode, parseHtml } from '#shared/html/html-tree.ts';
import { absoluteLink } from '#shared/mail/mail-layout.ts';

const blockTag = /^(p|div|h[1-6]|ul|ol|li|blockquote|pre|table|t(head|body|foot|r)|figure|figcaption|caption|hr)$/;

/** Paragraphs are separated by blank lines, quotations marked by '>', links followed by their address. */
export function plainTextForMail(html: string, siteUrl: string): string {
  return blocks(parseHtml(sanitiseHtml(html)), siteUrl).join('\n\n');
}

/** One text per block; text between blocks is a block too. */
function blocks(nodes: HtmlNode[], siteUrl: string): string[] {
  const found: string[] = [];
  let words = '';
  const endWords = () => {
    found.push(flowing(words));
    words = '';
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !blockTag.test(node.tag)) words += inline(node, siteUrl);
    else {
      endWords();
      found.push(...block(node, siteUrl));
    }
  }
  endWords();
  return found.filter(Boolean);
}

function block(element: HtmlElement, siteUrl: string): string[] {
  const { tag, children } = element;
  if (tag === 'hr') return ['* * *'];
  if (tag === 'pre') return [pushedIn(verbatim(element).replace(/^\n/, '').trimEnd(), '    ')];
  if (tag === 'ul' || tag === 'ol') return [list(element, siteUrl)];
  if (tag === 'table') return [rows(element, siteUrl).join('\n')];
  if (tag === 'blockquote') return [pushedIn(blocks(children, siteUrl).join('\n\n'), '> ')];
  return blocks(children, siteUrl);
}

/** Nested by elements, or by the editor's own `ql-indent-…` in one flat list. */
function list(element: HtmlElement, siteUrl: string): string {
  const first = Number(element.attributes.start) || 1;
  const counts: number[] = [];
  const items: string[] = [];
  for (const item of element.children) {
    if (typeof item === 'string') continue;
    if (item.tag !== 'li') {
      items.push(...block(item, siteUrl));
      continue;
    }
    const depth = Number(/\bql-indent-([1-8])\b/.exec(item.attributes.class ?? '')?.[1] ?? 0);
    counts.length = Math.min(counts.length, depth + 1);
    const count = counts[depth] ?? (depth === 0 ? first : 1);
    counts[depth] = count + 1;
    const kind = item.attributes['data-list'] ?? (element.tag === 'ol' ? 'ordered' : 'bullet');
    const mark = '   '.repeat(depth) + (kind === 'ordered' ? `${count}. ` : (checkBoxes[kind] ?? '- '));
    const [line = '', ...others] = blocks(item.children, siteUrl).join('\n').split('\n');
    items.push([mark + line, ...others.map((other) => ' '.repeat(mark.length) + other)].join('\n'));
  }
  return items.join('\n');
}

function rows(element: HtmlElement, siteUrl: string): string[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') {
      const cells = child.children.filter((cell) => typeof cell !== 'string') as HtmlElement[];
      return [cells.map((cell) => blocks(cell.children, siteUrl).join(' ')).join(' | ')];
    }
    return child.tag === 'caption' ? blocks(child.children, siteUrl) : rows(child, siteUrl);
  });
}

function inline(node: HtmlNode, siteUrl: string): string {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ');
  if (node.tag === 'br') return '\n';
  if (node.tag === 'img') return node.attributes.alt ? `[${node.attributes.alt}]` : '';
  const words = node.children.map((child) => inline(child, siteUrl)).join('');
  const address = node.tag === 'a' ? absoluteLink(node.attributes.href ?? 'about:blank', siteUrl) : null;
  if (address === null || words.trim() === address) return words;
  return words.trim() === '' ? address : `${words} (${address})`;
}

function flowing(words: string): string {
  return words
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}

function verbatim(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'br' ? '\n' : node.children.map(verbatim).join('');
}

function pushedIn(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (by + line).trimEnd())
    .join('\n');
}
