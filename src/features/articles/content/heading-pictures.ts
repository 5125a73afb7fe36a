/** A picture between two blocks is never part of the heading that follows it. */
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml, textOfNode } from '#shared/html/html-tree.ts';
import { containsTag } from './normalise-structure.ts';

/** `html` as the sanitiser writes it. Moves pictures out of headings into paragraphs; everything else stays byte for byte. */
export function withPicturesOutOfHeadings(html: string): string {
  return /<h[1-6][\s>]/.test(html) && html.includes('<img') ? serialiseHtml(parseHtml(html).flatMap(apart)) : html;
}

function apart(node: HtmlNode): HtmlNode[] {
  if (typeof node === 'string') return [node];
  if (!/^h[1-6]$/.test(node.tag)) return [{ ...node, children: node.children.flatMap(apart) }];
  if (!containsTag(node, 'img')) return [node];
  const first = node.children.findIndex((child) => hasWords(child));
  const [before, after] = [node.children.slice(0, Math.max(0, first)), node.children.slice(Math.max(0, first))];
  const words = node.children.flatMap(withoutPictures);
  const heading = words.some(hasWords) ? [{ ...node, children: words }] : [];
  return [...before.flatMap(paragraphs), ...heading, ...after.flatMap(paragraphs)];
}

/** One paragraph for each picture, with the link around it. */
function paragraphs(node: HtmlNode): HtmlElement[] {
  if (typeof node === 'string' || !containsTag(node, 'img')) return [];
  const isWhole = node.tag === 'img' || (node.tag === 'a' && !hasWords(node));
  return isWhole ? [{ tag: 'p', attributes: {}, children: [node] }] : node.children.flatMap(paragraphs);
}

function withoutPictures(node: HtmlNode): HtmlNode[] {
  if (typeof node === 'string' || !containsTag(node, 'img')) return [node];
  const children = node.children.flatMap(withoutPictures);
  return children.length > 0 ? [{ ...node, children }] : [];
}

/** Whether there are words besides alt texts. */
function hasWords(node: HtmlNode): boolean {
  if (typeof node === 'string') return node.trim() !== '';
  return (
    node.tag !== 'img' && (node.children.length === 0 ? textOfNode(node).trim() !== '' : node.children.some(hasWords))
  );
}
