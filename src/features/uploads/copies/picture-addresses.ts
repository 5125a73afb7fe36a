/** The addresses of pictures that stand elsewhere, in texts and in what a call sends. */
import { decodeEntities } from '#shared/html/entities.ts';
import { isElsewhere } from '#shared/item-picture.ts';

/** In the fields of a call, however deep: the address of a picture itself, and the pictures of a text. */
export function pictureAddressesIn(input: unknown): string[] {
  const found = new Set<string>();
  JSON.stringify(input, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const addresses = /image(url)?$/i.test(key) ? [value] : addressesInHtml(value);
    for (const address of addresses) if (canBeCopied(address)) found.add(address);
    return value;
  });
  return [...found];
}

/** Decoded; those that start with http or https. */
export function addressesInHtml(html: string): string[] {
  return (html.match(imageTag) ?? []).flatMap((tag) => {
    const address = sourceOf(tag);
    return address && isElsewhere(address) ? [address] : [];
  });
}

const imageTag = /<img\b[^<>]*>/gi;

/** Browsers ignore whitespace in it, and the sanitiser removes it. */
export function sourceOf(tag: string): string | null {
  const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(tag);
  return source && decodeEntities(source[1] ?? source[2] ?? source[3] ?? '').replace(/[\s\p{Cc}]/gu, '');
}

const longest = 2000;

function canBeCopied(address: string): boolean {
  return isElsewhere(address) && address.length <= longest && URL.canParse(address);
}
