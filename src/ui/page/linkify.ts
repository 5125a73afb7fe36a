/** The links in a plain text: https addresses, mailto, and mail addresses by themselves. Nothing else becomes a link. */
import { isWebAddress } from '#shared/web-address.ts';

type TextPart = { text: string; href?: string };

// Without quotation marks and Chinese or Japanese punctuation, which no space follows.
const webAddress = /https:\/\/[^\s<>"“”„«»‹›、。〈-】！（），：；？｡-､]+/;
// bounded: a description has 500 units
const mailAddress = /(?:mailto:)?[^\s()[\]'*,;:@<>"“”„«»‹›、。〈-】！（），：；？｡-､]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/;
const found = new RegExp(`${webAddress.source}|${mailAddress.source}`, 'gi');

export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(found)) {
    const address = withoutSentenceEnd(match);
    const href = /^(https|mailto):/i.test(address) ? address : `mailto:${address}`;
    if (!isLink(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A name before the host would make an address look like one of another site. */
function isLink(href: string): boolean {
  return /^https:/i.test(href) ? isWebAddress(href) : URL.canParse(href);
}

/** The mark that ends a sentence is not part of the address, nor the asterisks round it, and a bracket only if it opens there. */
function withoutSentenceEnd(address: string): string {
  let kept = address.length;
  for (; kept > 0; kept--) {
    const last = address[kept - 1] ?? '';
    const isOpen =
      last === ')' && address.slice(0, kept).split('(').length > address.slice(0, kept - 1).split(')').length;
    if (isOpen || !/[.,;:!?'’)\]…*]/.test(last)) break;
  }
  return address.slice(0, kept);
}
