import { decodeEntities } from './entities.ts';

export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };
/** A string is text, with its entities decoded. */
export type HtmlNode = string | HtmlElement;

const empty = new Set(['br', 'hr', 'img', 'source']);
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Reads HTML as the sanitiser writes it: every element closed, attributes in double quotes. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)([\s/][^<>]*)?>|([^<]+)/gi,
  )) {
    const tag = name.toLowerCase();
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decodeEntities(text));
    else if (slash) {
      if (parent.tag === tag && open.length > 1) open.pop();
    } else {
      const element = { tag, attributes: readAttributes(attributes), children: [] };
      parent.children.push(element);
      if (!empty.has(tag)) open.push(element);
    }
  }
  return root.children;
}

/** The same HTML as the sanitiser would write. */
export function serialiseHtml(nodes: HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? escaped(node, /[&<>]/g) : writeElement(node))).join('');
}

/** Every word in it, and the descriptions of its pictures. */
export function textOfNode(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'img' ? (node.attributes.alt ?? '') : node.children.map(textOfNode).join('');
}

function writeElement({ tag, attributes, children }: HtmlElement): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value, /[&<>"]/g)}"`);
  const start = `<${tag}${pairs.join('')}`;
  return empty.has(tag) ? `${start} />` : `${start}>${serialiseHtml(children)}</${tag}>`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (sign) => escapes[sign] ?? '');
}

function readAttributes(text: string): Record<string, string> {
  // bounded: only the first character of a name begins a match, and a value ends at the next quotation mark
  const pairs = [...text.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decodeEntities(value)]));
}
