/** Marks columns of numbers in a table, so that the page can align their digits. */
import { type HtmlElement, type HtmlNode, textOfNode } from '#shared/html/html-tree.ts';

/** With a sign, a unit of up to three characters, or a dash for none. */
const number = /^[<>≤≥~±+−–-]?\s?[$€£]?\d[\d.,\s]*\s?[^\s\d.,]{0,3}$/u;
const none = /^[–—-]?$/;

/** A cell of another column than its place in the row says makes columns unclear: then nothing is marked. */
export function withNumberColumns(table: HtmlElement): HtmlElement {
  const rows = rowsOf(table);
  if (rows.flat().some(({ attributes }) => attributes.colspan || attributes.rowspan)) return table;
  const widest = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: widest }, (_, at) => rows.flatMap((row) => row[at] ?? []));
  const marked = new Set(columns.filter(isOfNumbers).flat());
  return marked.size > 0 ? (marking(table, marked) as HtmlElement) : table;
}

function isOfNumbers(column: HtmlElement[]): boolean {
  const texts = column.filter(({ tag }) => tag === 'td').map((cell) => textOfNode(cell).trim());
  return (
    texts.filter((text) => number.test(text)).length > 1 && texts.every((text) => number.test(text) || none.test(text))
  );
}

/** The cells of each row. */
export function rowsOf(node: HtmlElement): HtmlElement[][] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag !== 'tr') return /^t(head|body|foot)$/.test(child.tag) ? rowsOf(child) : [];
    return [child.children.filter((cell): cell is HtmlElement => typeof cell !== 'string')];
  });
}

function marking(node: HtmlNode, marked: Set<HtmlElement>): HtmlNode {
  if (typeof node === 'string') return node;
  if (!marked.has(node)) return { ...node, children: node.children.map((child) => marking(child, marked)) };
  const names = new Set([...(node.attributes.class ?? '').split(' ').filter(Boolean), 'number']);
  return { ...node, attributes: { ...node.attributes, class: [...names].join(' ') } };
}
