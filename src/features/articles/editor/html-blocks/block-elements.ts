import type { HtmlElement, HtmlNode } from '#shared/html/html-tree.ts';

export const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption table caption thead tr th td hr'.split(
    ' ',
  ),
);

export function isBlockElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === 'object' && blockTags.has(node.tag);
}

/** Blocks, each with the whitespace up to the next one, and text outside any block. */
export function splitBlocks(nodes: HtmlNode[]): HtmlNode[][] {
  const pieces: HtmlNode[][] = [];
  for (const node of nodes) {
    const last = pieces.at(-1);
    const isBlank = typeof node === 'string' && node.trim() === '';
    if (last && (isBlank || (!isBlockElement(node) && !last.some(isBlockElement)))) last.push(node);
    else if (!isBlank) pieces.push([node]);
  }
  return pieces;
}

/** Words beside blocks are a paragraph. */
export function toBlocks(nodes: HtmlNode[]): HtmlElement[] {
  return splitBlocks(nodes).map((piece) => piece.find(isBlockElement) ?? { tag: 'p', attributes: {}, children: piece });
}
