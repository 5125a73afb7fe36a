/**
 * The public pages as files that any web server shows, from any folder: what visitors get, followed from link to link. It asks
 * as a visitor, so nothing that is not public is in it.
 */
import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path/posix';
import type { ZipFile } from '#platform/files/zip.ts';
import { type Store, storedBytes } from '#platform/storage/store.ts';
import { decodeEntities } from '#shared/html/entities.ts';
import type { AskAsVisitor } from './ask-as-visitor.ts';
import { frozenPage, missingPage, movedPage } from './frozen-page.ts';

export type Frozen = {
  ask: AskAsVisitor;
  store: Store;
  siteUrl: string;
  /** Of the bucket, where visitors get pictures from it. */
  picturesUrl: string | undefined;
  /** Paths that lead to others. */
  oldPaths: string[];
  /** In place of forms. */
  sentence: string;
  modifiedAt: Date;
};

const begin = ['/', '/subscribe', '/feed.xml', '/rss.xml', '/feed.json', '/events.ics', '/sitemap.xml'];

export async function* frozenFiles(site: Frozen): AsyncGenerator<ZipFile> {
  const { ask, store, sentence, modifiedAt } = site;
  const { host } = new URL(site.siteUrl);
  const links = await createLinks(site);
  for (const address of begin) await links.fileOf(address);
  const sitemap = (await ask('/sitemap.xml')).body.toString();
  for (const [, place = ''] of sitemap.matchAll(/<loc>([^<]*)</g))
    await links.fileOf(links.inside(decodeEntities(place)));
  // Grows while the pages are written.
  for (const [address, file] of links.files) {
    const stored = file && isUpload(address) ? await storedBytes(store, address.slice('/uploads/'.length)) : null;
    if (!file || (isUpload(address) && !stored)) continue;
    yield { path: file, modifiedAt, body: stored ?? [await written(address, file)] };
  }
  for (const path of site.oldPaths) {
    const [target, file] = [await links.fileOf(path), fileOfPage(path)];
    if (target && !links.isTaken(file)) yield { path: file, modifiedAt, body: [movedPage(hrefFrom(file, target))] };
  }
  const missing = await ask('/there-is-no-such-page');
  yield { path: '404.html', modifiedAt, body: [missingPage(missing.body.toString(), { sentence, host })] };

  async function written(address: string, file: string): Promise<Buffer | string> {
    const { response, body } = await ask(address);
    if (!isHtml(response)) return body;
    const html = body.toString();
    const hrefs = new Map<string, string | undefined>();
    const page = { sentence, host, address, hrefOf: (named: string) => hrefs.get(named) };
    frozenPage(html, { ...page, hrefOf: (named) => void hrefs.set(named, undefined) });
    for (const named of hrefs.keys()) hrefs.set(named, await hrefOf(named, address, file));
    return frozenPage(html, page);
  }

  /** What leads elsewhere stays as it is. */
  async function hrefOf(named: string, address: string, file: string): Promise<string | undefined> {
    const inside = links.inside(named, address);
    if (inside === null || named.startsWith('#')) return named;
    const target = await links.fileOf(inside);
    return target ? hrefFrom(file, target) + new URL(named, site.siteUrl).hash : undefined;
  }
}

function hrefFrom(file: string, target: string): string {
  return encodeURI(relative(dirname(file), target));
}

async function createLinks({ ask, store, siteUrl, picturesUrl }: Frozen) {
  const stored = new Set<string>();
  for await (const { path } of store.list()) if (!path.startsWith('cards/')) stored.add(path);
  /** By address, in the order in which they were found; null for what is not there. */
  const files = new Map<string, string | null>();
  const taken = new Set<string>();

  /** The address within the site, without a fragment; null for one elsewhere. */
  function inside(written: string, from = '/'): string | null {
    const given = written.replace(/^webcal:/, new URL(siteUrl).protocol);
    if (picturesUrl && given.startsWith(`${picturesUrl}/`)) return `/uploads${given.slice(picturesUrl.length)}`;
    if (!URL.canParse(given, siteUrl + from)) return null;
    const { origin, pathname, search } = new URL(given, siteUrl + from);
    if (origin !== siteUrl) return null;
    const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
    // An event over a filtered list, and a PDF under another name, are the same.
    return isUpload(path) || /^\/events\/\d+$/.test(path) ? path : path + search;
  }

  async function fileOf(address: string | null): Promise<string | null> {
    if (address === null || forPeopleOnly.test(address)) return null;
    const known = files.get(address);
    if (known !== undefined) return known;
    const { file, to } = await look(address);
    // What has moved is where it leads.
    if (to !== null) return fileOf(to);
    files.set(address, file);
    if (file) taken.add(file);
    return file;
  }

  async function look(address: string): Promise<{ file: string | null; to: string | null }> {
    if (isUpload(address)) {
      const path = address.slice('/uploads/'.length);
      return { file: stored.has(path) ? `uploads/${path}` : null, to: null };
    }
    const { response } = await ask(address);
    const to = inside(response.headers.get('location') ?? '', address);
    if (response.status >= 300 && response.status < 400) return { file: null, to: to === address ? null : to };
    if (response.status !== 200) return { file: null, to: null };
    return { file: isHtml(response) ? fileOfPage(address) : decodeURI(address.slice(1)), to: null };
  }

  return { files, inside, fileOf, isTaken: (file: string) => taken.has(file) };
}

/** Pages that need a token or an account, and what scripts ask. */
const forPeopleOnly = /^\/(?:admin|api|do-not-write|preview|signup|subscription|unsubscribe|verify)(?:[/?]|$)/;

function isUpload(address: string): boolean {
  return address.startsWith('/uploads/');
}

function isHtml(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/html') ?? false;
}

/** A list from an entry on, or with one person open, has a folder of its own. */
function fileOfPage(address: string): string {
  const [path = '', query] = address.split('?');
  const folder = query ? `page-${createHash('sha256').update(query).digest('hex').slice(0, 10)}` : '';
  return [...decodeURI(path).split('/'), folder, 'index.html'].filter(Boolean).join('/');
}
