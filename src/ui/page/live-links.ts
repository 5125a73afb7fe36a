/** The links in a plain text: https addresses, mailto, and mail addresses by themselves. Nothing else becomes a link. */

type TextPart = { text: string; href?: string };

// bounded: a description has 500 units
const found = /https:\/\/[^\s<>"]+|(?:mailto:)?[^\s<>()[\]"'“”,;:@]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;

export function liveLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(found)) {
    const address = withoutSentenceEnd(match);
    const href = /^(https|mailto):/i.test(address) ? address : `mailto:${address}`;
    if (!URL.canParse(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The sign that ends a sentence is no part of the address, and a bracket only if it opens there. */
function withoutSentenceEnd(address: string): string {
  let kept = address.length;
  for (; kept > 0; kept--) {
    const last = address[kept - 1] ?? '';
    const isOpen =
      last === ')' && address.slice(0, kept).split('(').length > address.slice(0, kept - 1).split(')').length;
    if (isOpen || !/[.,;:!?'’”)\]…]/.test(last)) break;
  }
  return address.slice(0, kept);
}
