/**
 * Sets the direction of blocks with right-to-left text in or around them; other HTML stays as it is. The first letter decides for a
 * paragraph (`dir="auto"`) unless most letters run the other way ("COVID-19 …"). For lists, tables and other blocks that contain
 * blocks, the majority of letters decides: a browser would not look inside.
 */
import type { HtmlElement, HtmlNode } from '#shared/html/html-tree.ts';
import { isOrHoldsBlock } from './normalise-structure.ts';

type Direction = 'ltr' | 'rtl';
type Letters = { ltr: number; rtl: number; first: Direction | undefined };
/** Each element is counted once, however deeply it is nested. */
type Counted = Map<HtmlElement, Letters>;

/** Applying it twice changes nothing. */
export function withTextDirections(nodes: HtmlNode[]): HtmlNode[] {
  const counted: Counted = new Map();
  const { rtl } = countLetters({ tag: '', attributes: {}, children: nodes }, counted);
  return rtl === 0 ? nodes : nodes.map((node) => directed(node, 'ltr', counted));
}

/** An element that already has a direction stays unchanged, with all its content. */
function directed(node: HtmlNode, around: Direction, counted: Counted): HtmlNode {
  if (typeof node === 'string' || hasDirection(node)) return node;
  const { tag, attributes, children } = node;
  if (isCode(node)) return around === 'rtl' ? { ...node, attributes: withDir(attributes, 'ltr') } : node;
  const letters = isOrHoldsBlock(node) && !tableParts.has(tag) ? counted.get(node) : undefined;
  const own = (letters && directionOf(letters)) ?? around;
  const dir = letters && dirOf(node, { letters, own, around });
  return {
    tag,
    attributes: dir ? withDir(attributes, dir) : attributes,
    children: children.map((child) => directed(child, own, counted)),
  };
}

/** Columns run in the table's direction. */
const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr']);

/** Styles and mails need an explicit direction here: list marks and quote lines follow it, and cells their column's. */
const sided = new Set(['li', 'blockquote', 'td', 'th']);

type Found = { letters: Letters; own: Direction; around: Direction };

function dirOf({ tag, children }: HtmlElement, { letters, own, around }: Found): Direction | 'auto' | undefined {
  const isNamed = sided.has(tag) || children.some(isOrHoldsBlock) || letters.first !== own;
  if (isNamed) return own === around ? undefined : own;
  return own !== around || letters.rtl > 0 ? 'auto' : undefined;
}

function directionOf({ ltr, rtl, first }: Letters): Direction | undefined {
  if (ltr === rtl) return first;
  return rtl > ltr ? 'rtl' : 'ltr';
}

/** Code and inline elements with their own direction do not count for the block; browsers skip them too. */
function countLetters(element: HtmlElement, counted: Counted): Letters {
  const letters: Letters = { ltr: 0, rtl: 0, first: undefined };
  for (const child of element.children) {
    const part = typeof child === 'string' ? lettersOf(child) : countLetters(child, counted);
    if (typeof child !== 'string' && (isCode(child) || (hasDirection(child) && !isOrHoldsBlock(child)))) continue;
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

/** In the place where the sanitiser puts it. */
function withDir({ dir: _invalid, ...others }: HtmlElement['attributes'], dir: string): HtmlElement['attributes'] {
  return { dir, ...others };
}

function hasDirection({ attributes: { dir = '' } }: HtmlElement): boolean {
  return /^(ltr|rtl|auto)$/i.test(dir);
}
