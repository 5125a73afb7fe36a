/** The message of a mail as part of a page: without the mail's frame, styles and personal links. */
import { mailTags } from '#features/newsletter/content/mail-html.server.ts';
import { ownPlaceholders } from '#features/newsletter/content/newsletter-mail.ts';
import { cleanHtml } from '#platform/clean-html.ts';
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml } from '#shared/html/html-tree.ts';

const shown = ['href', 'src', 'alt', 'title', 'width', 'height', 'start', 'colspan', 'rowspan', 'lang', 'dir'];

export function withoutPersonalParts(html: string): string {
  const nodes = parseHtml(cleaned(html, [...shown, 'class', 'role']));
  const message = findMessage(nodes)?.children ?? nodes;
  const page = serialiseHtml(message.flatMap(withoutFrame));
  // Removes every personal word, wherever it is.
  return cleaned(
    ownPlaceholders.reduce((left, placeholder) => left.replaceAll(placeholder, ''), page),
    shown,
  ).trim();
}

function cleaned(html: string, attributes: string[]): string {
  return cleanHtml(html, {
    allowedTags: mailTags,
    allowedAttributes: { '*': attributes },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  });
}

function findMessage(nodes: HtmlNode[]): HtmlElement | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const found = isCell(node, 'card') ? node : findMessage(node.children);
    if (found) return found;
  }
  return undefined;
}

/** Turns layout tables into blocks; removes small print and personal links. */
function withoutFrame(node: HtmlNode): HtmlNode[] {
  if (typeof node === 'string') return [node];
  const { class: _class, role, ...attributes } = node.attributes;
  if (isCell(node, 'muted') || ownPlaceholders.some((one) => attributes.href?.startsWith(one))) return [];
  const children = node.children.flatMap(withoutFrame);
  if (node.tag !== 'table' || role !== 'presentation') return [{ ...node, attributes, children }];
  return cellsOf(children).map((cell) => ({ tag: 'div', attributes: {}, children: cell.children }));
}

function cellsOf(nodes: HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node.tag === 'td' ? [node] : cellsOf(node.children);
  });
}

function isCell({ tag, attributes }: HtmlElement, name: string): boolean {
  return tag === 'td' && (attributes.class ?? '').split(' ').includes(name);
}
