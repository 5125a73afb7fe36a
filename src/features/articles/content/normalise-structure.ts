/** Gives every body one structure, whatever program wrote it: one kind of code block, no h1, bounded nesting. */
import { type HtmlElement, type HtmlNode, textOfNode } from '#shared/html/html-tree.ts';

/** Elements that indent their content. */
const indenting = new Set(['blockquote', 'ul', 'ol', 'dl', 'table', 'figure']);
const partOfIndenting = new Set('li dt dd caption thead tbody tfoot tr th td figcaption'.split(' '));
const deepestIndent = 6;
/** Elements that make text smaller. */
const shrinking = new Set(['small', 'sub', 'sup']);
const deepestShrinking = 2;
const heading = /^h[1-6]$/;
const marksInCode = new Set('a strong b em i u s del ins mark'.split(' '));
/** Elements that end a paragraph where they begin. */
const endsParagraph = new Set('p div pre ul ol dl table blockquote figure figcaption hr h1 h2 h3 h4 h5 h6'.split(' '));
const blocks = new Set([...endsParagraph, ...partOfIndenting]);

type Place = { indent: number; shrink: number; isInHeading: boolean; isInLink: boolean; headingsDown: 0 | 1 };

/**
 * `nodes` come from sanitised HTML. A body with an `h1` has all its headings lowered by one level: the page has its own `h1`.
 * Applying it twice changes nothing.
 */
export function normaliseStructure(nodes: HtmlNode[]): HtmlNode[] {
  const headingsDown = nodes.some((node) => containsTag(node, 'h1')) ? 1 : 0;
  return normaliseNodes(nodes, { indent: 0, shrink: 0, isInHeading: false, isInLink: false, headingsDown });
}

function normaliseNodes(nodes: HtmlNode[], place: Place): HtmlNode[] {
  return withCodeBlocks(nodes).flatMap((node) => (typeof node === 'string' ? node : normaliseElement(node, place)));
}

function normaliseElement(element: HtmlElement, place: Place): HtmlNode[] {
  const { tag } = element;
  if (tag === 'pre') return codeBlock(element);
  if (heading.test(tag) && textOfNode(element).trim() === '') return imagesIn(element);
  const box = checkBoxes[element.attributes['data-list'] ?? ''];
  const children = [...(box ? [box] : []), ...normaliseNodes(element.children, placeInside(element, place))];
  const shownTag = structuredTag(element, children, place);
  const attributes = attributesOf(element, shownTag);
  const isBare = Object.keys(attributes).length === 0;
  const isTooSmall = shrinking.has(tag) && shownTag === 'span';
  if (((shownTag === 'span' && isBare) || isTooSmall) && !children.some(isOrHoldsBlock)) return children;
  // The region around a table is rebuilt.
  if (shownTag === 'div' && isBare && children.length === 1 && isElement(children[0], 'table')) return children;
  return [{ tag: shownTag, attributes, children }];
}

/** Of a check list, by what its entries are; as characters, since mails and feeds show nothing else. */
export const checkBoxes: Record<string, string> = { checked: '☑ ', unchecked: '☐ ' };

/** Drops attributes that have a meaning only on other elements. */
function attributesOf({ tag, attributes }: HtmlElement, shownTag: string): HtmlElement['attributes'] {
  const { class: names = '', 'data-list': list = '', ...others } = attributes;
  const isOther = shownTag !== tag && (shownTag === 'div' || shownTag === 'span');
  const { lang, dir } = others;
  const kept = isOther ? { ...(lang && { lang }), ...(dir && { dir }) } : others;
  const classes = names.split(' ').filter((name) => name !== '' && !name.startsWith('ql-code-block'));
  if (list in checkBoxes) classes.push('check');
  // Mails and feeds know no classes.
  const directed = classes.includes('ql-direction-rtl') ? { dir: 'rtl', ...kept } : kept;
  return classes.length > 0 ? { ...directed, class: classes.join(' ') } : directed;
}

function placeInside({ tag }: HtmlElement, place: Place): Place {
  return {
    ...place,
    indent: place.indent + (indenting.has(tag) ? 1 : 0),
    shrink: place.shrink + (shrinking.has(tag) ? 1 : 0),
    isInHeading: place.isInHeading || heading.test(tag),
    isInLink: place.isInLink || tag === 'a',
  };
}

function structuredTag({ tag }: HtmlElement, children: HtmlNode[], place: Place): string {
  const { indent, shrink, isInHeading, isInLink, headingsDown } = place;
  if (heading.test(tag) && isInHeading) return 'div';
  if (tag === 'a' && isInLink) return 'span';
  if (shrinking.has(tag) && shrink >= deepestShrinking) return 'span';
  if (/^h[1-5]$/.test(tag)) return `h${Number(tag[1]) + headingsDown}`;
  if (indent >= deepestIndent && indenting.has(tag)) return 'div';
  if (indent > deepestIndent && partOfIndenting.has(tag)) return 'div';
  if (tag === 'p' && children.some((child) => typeof child !== 'string' && endsParagraph.has(child.tag))) return 'div';
  return tag;
}

/** Joins the editor's code lines, one `div` each, into one block for each run of lines in one language. */
function withCodeBlocks(nodes: HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  let open: HtmlElement | undefined;
  for (const node of nodes.flatMap(linesOfContainer)) {
    if (!isElement(node, 'div') || !hasClass(node, 'ql-code-block')) {
      open = undefined;
      result.push(node);
      continue;
    }
    const language = node.attributes['data-language'] ?? 'plain';
    if (open?.attributes['data-language'] !== language) {
      open = { tag: 'pre', attributes: { 'data-language': language }, children: [] };
      result.push(open);
    }
    open.children.push(...node.children, '\n');
  }
  return result;
}

function linesOfContainer(node: HtmlNode): HtmlNode[] {
  if (!isElement(node, 'div') || !hasClass(node, 'ql-code-block-container')) return [node];
  const lines = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  return lines.every((line) => isElement(line, 'div') && hasClass(line, 'ql-code-block')) ? lines : [node];
}

/** Moves pictures after the block: code cannot contain them. */
function codeBlock(pre: HtmlElement): HtmlNode[] {
  const { lang, dir } = pre.attributes;
  const language = languageOf(pre);
  const isColoured = language !== '' && language !== 'plain';
  const code = trimmed(isColoured ? [pre.children.map(verbatim).join('')] : joined(pre.children.flatMap(inline)));
  if (code.every((node) => typeof node === 'string' && node.trim() === '')) return imagesIn(pre);
  const attributes = {
    ...(dir && { dir }),
    ...(language && { 'data-language': language }),
    ...(lang && { lang }),
  };
  const block = { tag: 'pre', attributes, children: [{ tag: 'code', attributes: {}, children: code }] };
  return [block, ...imagesIn(pre)];
}

export function languageOf(pre: HtmlElement): string {
  const inner = pre.children.find((child) => isElement(child, 'code'));
  const named = isElement(inner, 'code') ? /\blanguage-([\w+#-]+)/.exec(inner.attributes.class ?? '')?.[1] : undefined;
  const language = pre.attributes['data-language'] ?? named ?? '';
  return /^[\w+#-]{1,30}$/.test(language) ? language : '';
}

function verbatim(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  const text = node.children.map(verbatim).join('');
  return blocks.has(node.tag) ? `${text}\n` : text;
}

/** Keeps the marks of code that has no language. */
function inline(node: HtmlNode): HtmlNode[] {
  if (typeof node === 'string') return [node];
  if (node.tag === 'br') return ['\n'];
  if (node.tag === 'img') return [];
  const children = joined(node.children.flatMap(inline));
  if (blocks.has(node.tag)) return [...children, '\n'];
  if (!marksInCode.has(node.tag) || (node.tag === 'a' && children.some((child) => containsTag(child, 'a'))))
    return children;
  return [{ tag: node.tag, attributes: attributesOf(node, node.tag), children }];
}

function joined(nodes: HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (typeof node === 'string' && typeof last === 'string') result.splice(-1, 1, last + node);
    else result.push(node);
  }
  return result;
}

/** Removes empty lines at the beginning and the end. */
function trimmed(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.map((node, at) => {
    if (typeof node !== 'string') return node;
    const text = at === 0 ? node.replace(/^(?:[ \t]*\n)+/, '') : node;
    return at === nodes.length - 1 ? text.trimEnd() : text;
  });
}

function imagesIn(node: HtmlNode): HtmlElement[] {
  if (typeof node === 'string') return [];
  return node.tag === 'img' ? [node] : node.children.flatMap(imagesIn);
}

export function containsTag(node: HtmlNode, tag: string): boolean {
  return typeof node !== 'string' && (node.tag === tag || node.children.some((child) => containsTag(child, tag)));
}

/** True if it ends the line that it begins in, or contains an element that does. */
export function isOrHoldsBlock(node: HtmlNode): boolean {
  return typeof node !== 'string' && (blocks.has(node.tag) || node.children.some(isOrHoldsBlock));
}

function isElement(node: HtmlNode | undefined, tag: string): node is HtmlElement {
  return typeof node === 'object' && node.tag === tag;
}

function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes.class ?? '').split(' ').includes(name);
}
