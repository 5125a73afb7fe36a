/** Where the file of a picture can be had: in the zip, else at its address, the original before a smaller copy. */
import { isIP } from 'node:net';
import { basename } from 'node:path/posix';
import type { Zip, ZipEntry } from '#platform/files/zip-reader.ts';
import { isPublicAddress } from '#platform/internet/public-address.ts';
import { decoded } from '#shared/calls/link-parts.ts';
import { type Source, unknownSite } from './readers/found.ts';

export type Place = {
  /** The same for every copy of it. */
  key: string;
  entry: ZipEntry | null;
  /** Tried in this order. */
  urls: string[];
  alt: string;
};

type Files = Map<string, ZipEntry[]>;

/** Answers for an address in a text; null when there is nowhere to look. `id` is WordPress's number of the picture. */
export function pictureFinder({ pictures }: Source, zip: Zip | null) {
  const files = Map.groupBy(zip?.entries.values() ?? [], ({ name }) => basename(name).toLowerCase());
  return (address: string, id?: string): Place | null => {
    if (!URL.canParse(address)) return null;
    const sized = pictures ? address.replace(/-\d{1,5}x\d{1,5}(?=\.\w{3,4}(?:\?|$))/, '') : address;
    const known = pictures?.get(`#${id}`) ?? pictures?.get(sized) ?? pictures?.get(address);
    const urls = [...new Set([known?.url, sized, originalOf(address), address])].filter((url) => url !== undefined);
    const entry = urls.map((url) => findFile(files, url)).find((found) => found !== null) ?? null;
    const reachable = urls.filter(canBeFetched);
    if (!entry && reachable.length === 0) return null;
    return { key: entry ? `zip:${entry.name}` : (reachable[0] ?? ''), entry, urls: reachable, alt: known?.alt ?? '' };
  };
}

/** Substack puts the address of the original behind that of its servers. */
function originalOf(address: string): string | undefined {
  const at = address.startsWith('https://substackcdn.com/image/fetch/') ? address.search(/https?%3A/i) : -1;
  return at > 0 ? decoded(address.slice(at)) : undefined;
}

function findFile(files: Files, url: string): ZipEntry | null {
  if (!URL.canParse(url)) return null;
  const path = decoded(new URL(url).pathname);
  const found = (files.get(basename(path).toLowerCase()) ?? []).filter(
    ({ name }) => `/${name}`.endsWith(path) || path.endsWith(`/${name}`),
  );
  return found.sort((a, b) => a.name.length - b.name.length)[0] ?? null;
}

function canBeFetched(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return /^https?:$/.test(protocol) && origin !== unknownSite && port === '' && (!isIP(host) || isPublicAddress(host));
}
