const schemes = ['http', 'https', 'mailto', 'tel', 'sms'];

/** 'tel:112' is a number to call, but 'society.example:8080' names a port. */
const hostAndPort = /^(localhost|[\w-]+(\.[\w-]+)+):\d+([/?#]|$)/i;

/**
 * The target of a link in an article (spec 5). Without a scheme it is a web address, unless it is a place on this site ('/about',
 * '#top', '?search=bats'); any other scheme becomes about:blank.
 */
export function normaliseArticleLink(href: string): string {
  // Browsers ignore these inside an address and take a backslash for a slash.
  const address = href.replace(/\p{Cc}/gu, '').trim();
  const read = address.replaceAll(' ', '').replaceAll('\\', '/');
  if (read === '' || read.startsWith('//')) return 'about:blank';
  if (/^[/#?]/.test(read)) return address;
  // bounded: an address
  if (read.length <= 254 && /^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(read)) return `mailto:${address}`;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1];
  if (scheme === undefined || hostAndPort.test(read)) return `https://${address}`;
  return schemes.includes(scheme.toLowerCase()) ? address : 'about:blank';
}

/** True when no browser can open it, as 'https://hello world'. */
export function isBrokenLink(href: string): boolean {
  return href === 'about:blank' || (/^https?:/i.test(href) && !URL.canParse(href));
}

/** True for text that is not an address: it cannot be opened, or has no dot, like 'hello'. */
export function isNotAnAddress(typed: string): boolean {
  const href = normaliseArticleLink(typed);
  if (href === 'about:blank') return false;
  return isBrokenLink(href) || (href === `https://${typed}` && !/[.:]|^localhost(\/|$)/.test(new URL(href).host));
}
