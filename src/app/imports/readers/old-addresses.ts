/** Addresses of the old site, and what of the file stood there. */
import { redirectKey } from '#features/items/redirects.server.ts';
import { isReservedAddress } from '#features/pages/page.ts';
import type { FoundItem } from './found.ts';

/** A path with its query, where the address is one of the old site; else null. */
export function oldPathOf(address: string, site: string): string | null {
  if (!URL.canParse(address) || !URL.canParse(site)) return null;
  const { hostname, pathname, search } = new URL(address);
  return bareHost(hostname) === bareHost(new URL(site).hostname) ? pathname + search : null;
}

/** All addresses that led to it. */
export function oldPathsOf({ url, aliases }: Pick<FoundItem, 'url' | 'aliases'>, site: string): string[] {
  return [url, ...aliases].flatMap((address) => {
    const path = address && oldPathOf(address, site);
    return path && redirectKey(path) ? [path] : [];
  });
}

/** Those that can lead to it here: a path that the site uses itself would never be asked for. */
export function redirectsFor(item: FoundItem, site: string): string[] {
  return oldPathsOf(item, site).filter((path) => {
    const [first = '', second] = path.slice(1).split(/[/?]/);
    return item.own ? path !== new URL(item.url).pathname : second !== undefined || !isReservedAddress(first);
  });
}

function bareHost(hostname: string): string {
  return hostname.replace(/^www\./, '');
}
