/**
 * Sets the direction of blocks whose text, or whose surrounding text, runs from right to left; other HTML stays as it is.
 * The first letter decides for a paragraph (`dir="auto"`) unless most of its letters run the other way ("COVID-19 …"). Most
 * letters decide for what holds blocks, such as lists and tables: a browser would look at none of theirs.
 */
import type { HtmlElement, HtmlNode } from '#shared/html-tree.ts';
import { isBlock } from './normalise-structure.ts';

type Direction = 'ltr' | 'rtl';
type Letters = { ltr: number; rtl: number; first: Direction | undefined };
/** Counted once, however deep it is nested. */
type Counted = Map<HtmlElement, Letters>;

/** A second time it changes nothing. */
export function withDirections(nodes: HtmlNode[]): HtmlNode[] {
  const counted: Counted = new Map();
  const { rtl } = count({ tag: '', attributes: {}, children: nodes }, counted);
  return rtl === 0 ? nodes : nodes.map((node) => directed(node, 'ltr', counted));
}

/** What has a direction already keeps it, with all that is in it. */
function directed(node: HtmlNode, around: Direction, counted: Counted): HtmlNode {
  if (typeof node === 'string' || hasDirection(node)) return node;
  const { tag, attributes, children } = node;
  if (isCode(node)) return around === 'rtl' ? { ...node, attributes: withDir(attributes, 'ltr') } : node;
  const letters = isBlock(node) && !tableParts.has(tag) ? counted.get(node) : undefined;
  const own = (letters && directionOf(letters)) ?? around;
  const dir = letters && dirOf(node, { letters, own, around });
  return {
    tag,
    attributes: dir ? withDir(attributes, dir) : attributes,
    children: children.map((child) => directed(child, own, counted)),
  };
}

/** Columns run as the table does. */
const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr']);

/** Styles and mails need it: list marks and quote lines follow the direction, and cells that of their column. */
const sided = new Set(['li', 'blockquote', 'td', 'th']);

type Found = { letters: Letters; own: Direction; around: Direction };

function dirOf({ tag, children }: HtmlElement, { letters, own, around }: Found): Direction | 'auto' | undefined {
  const isNamed = sided.has(tag) || children.some(isBlock) || letters.first !== own;
  if (isNamed) return own === around ? undefined : own;
  return own !== around || letters.rtl > 0 ? 'auto' : undefined;
}

function directionOf({ ltr, rtl, first }: Letters): Direction | undefined {
  if (ltr === rtl) return first;
  return rtl > ltr ? 'rtl' : 'ltr';
}

/** Code and inline elements with their own direction do not count for the block; browsers skip them too. */
function count(element: HtmlElement, counted: Counted): Letters {
  const letters: Letters = { ltr: 0, rtl: 0, first: undefined };
  for (const child of element.children) {
    const part = typeof child === 'string' ? lettersOf(child) : count(child, counted);
    if (typeof child !== 'string' && (isCode(child) || (hasDirection(child) && !isBlock(child)))) continue;
    letters.ltr += part.ltr;
    letters.rtl += part.rtl;
    letters.first ??= part.first;
  }
  counted.set(element, letters);
  return letters;
}

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function lettersOf(text: string): Letters {
  const all = text.match(/\p{L}/gu) ?? [];
  const rtl = all.filter((letter) => rightToLeftLetter.test(letter)).length;
  const [first] = all;
  return {
    ltr: all.length - rtl,
    rtl,
    first: first === undefined ? undefined : rightToLeftLetter.test(first) ? 'rtl' : 'ltr',
  };
}

function isCode({ tag }: HtmlElement): boolean {
  return tag === 'pre' || tag === 'code';
}

/** In the place where the sanitiser leaves it beside classes. */
function withDir({ dir: _invalid, ...others }: HtmlElement['attributes'], dir: string): HtmlElement['attributes'] {
  return { dir, ...others };
}

function hasDirection({ attributes: { dir = '' } }: HtmlElement): boolean {
  return /^(ltr|rtl|auto)$/i.test(dir);
}
