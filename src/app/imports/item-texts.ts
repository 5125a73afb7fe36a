/** The text of an imported item: our copies of its pictures and files, and links that lead to us. */
import { basename } from 'node:path/posix';
import { redirectKey } from '#features/items/redirects.server.ts';
import { maxAttachmentBytes } from '#features/uploads/attachment.ts';
import { storeAttachment } from '#features/uploads/attachments.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { severalAtOnce } from '#platform/fast/several-at-once.ts';
import { type Zip, ZipRefused } from '#platform/files/zip-reader.ts';
import { fetchPublic, internet, NotFetched } from '#platform/internet/fetch-public.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { maxPictureBytes } from '#shared/picture-upload.ts';
import type { Made } from './import-rows.ts';
import type { Job } from './importing.ts';
import type { Place, pictureFinder } from './picture-places.ts';
import { type Body, setHtml, unwrap } from './readers/body.ts';
import { type FoundItem, unknownSite } from './readers/found.ts';
import { oldPathOf } from './readers/old-addresses.ts';

export type Target = Pick<FoundItem, 'key' | 'title' | 'hidden'>;

const pictures = /\.(jpe?g|png|gif|webp|avif|svg)$/i;
const pdf = /\.pdf$/i;
const otherFiles = /\.(docx?|pptx?|xlsx?|od[pst]|rtf|epub|zip|mp3|m4a|ogg|wav|mp4|mov|webm)$/i;

/**
 * What it shows, and the files of the old site that it links to. `element` is null for the main picture, `place` where there is nowhere to
 * look; `address` is as people read it.
 */
export function filesOf(item: FoundItem, body: Body, site: string, find: ReturnType<typeof pictureFinder>) {
  const shown = body.pictures.map(({ element, url }) => {
    // WordPress's number of the picture.
    const id = /(?:^|\s)wp-image-(\d+)/.exec(element.attribs.class ?? '')?.[1];
    return { element, url, isPicture: true, place: find(url, id) };
  });
  const main = item.picture ? [{ element: null, url: item.picture, isPicture: true, place: find(item.picture) }] : [];
  const linked = body.links
    .filter(({ url }) => oldPathOf(url, site) !== null && (isFileOf(url, pdf) || isFileOf(url, otherFiles)))
    .map(({ element, url }) => ({ element, url, isPicture: false, place: isFileOf(url, pdf) ? find(url) : null }));
  return [...shown, ...main, ...linked]
    .filter(({ url }) => !url.startsWith('data:'))
    .map((file) => ({ ...file, address: file.url.replace(unknownSite, '').slice(0, 300) }));
}

/** Puts our copies into the text, and returns the address of the main picture. What is missing leaves its description. */
export async function copyFilesOf(job: Job, item: FoundItem, body: Body): Promise<string | null> {
  const { context, opened, made, administratorId, find } = job;
  const files = filesOf(item, body, opened.source.site, find);
  const wanted = files.flatMap(({ place, isPicture }) => (place ? [{ place, isPdf: !isPicture }] : []));
  await copyFiles(context, wanted, { zip: opened.zip, made, administratorId });
  let picture: string | null = null;
  for (const { element, url, address, place, isPicture } of files) {
    const copy = place && made.pictures[place.key];
    if (!copy) made.missing.push({ title: item.title, address });
    if (!element) picture = copy ?? null;
    else if (isPicture) {
      const alt = element.attribs.alt || place?.alt;
      if (copy) element.attribs = { ...(item.own && element.attribs), src: copy, ...(alt !== undefined && { alt }) };
      else setHtml(element, alt ? ` ${escapeHtml(alt)} ` : '');
    } else if (copy) {
      // The name under which browsers save it.
      const { search } = new URL(url);
      element.attribs = { href: search.startsWith('?name=') ? copy.split('?')[0] + search : copy };
    } else if (place) unwrap(element);
  }
  return picture;
}

/** Links between imported items lead to ours. True when one leads to an item that is not there yet. */
export function resolveLinks(job: Job, title: string, body: Body, isLast = false): boolean {
  const { targets, items, made, find } = job;
  const { site, isOwn } = job.opened.source;
  let isOpen = false;
  for (const { element, url } of body.links) {
    if (element.attribs.href?.startsWith('/uploads/')) continue;
    const path = oldPathOf(url, site);
    const target = path === null ? undefined : targets.get(redirectKey(path) ?? '');
    const item = target && items.get(target.key);
    const isPicture = isFileOf(url, pictures) && (path !== null || find(url)?.entry);
    const isHidden = target?.hidden && !isOwn;
    if (isHidden)
      made.notes.push(`“${title}” links to “${target.title}”, which visitors cannot read: the link became text.`);
    if (isHidden || isPicture || !/^https?:/.test(url)) {
      unwrap(element);
      continue;
    }
    const isWaiting = target !== undefined && !item && !isLast;
    isOpen ||= isWaiting;
    // Addresses of a site like this one are ours; those of an unknown one lead nowhere else.
    const within = !isWaiting && (isOwn || site === unknownSite) ? path : null;
    const to = item?.path ?? within;
    element.attribs.href = to ? to + new URL(url).hash : url;
  }
  return isOpen;
}

function isFileOf(url: string, name: RegExp): boolean {
  return URL.canParse(url) && name.test(new URL(url).pathname);
}

const fetching = { ms: 15_000, redirects: 3 };

type Wanted = { place: Place; isPdf: boolean };
type Copying = { zip: Zip | null; made: Made; administratorId: number };

/** What is not in `made` yet is copied, four at a time. */
async function copyFiles(context: AppContext, wanted: Wanted[], copying: Copying): Promise<void> {
  const { pictures } = copying.made;
  const left = new Map(wanted.filter(({ place }) => !(place.key in pictures)).map((one) => [one.place.key, one]));
  await severalAtOnce(4, left, async ([key, one]) => {
    pictures[key] = await copy(context, one, copying);
  });
}

/** Its address here; null when nothing came, or no picture. */
async function copy(
  context: AppContext,
  { place, isPdf }: Wanted,
  { zip, administratorId }: Copying,
): Promise<string | null> {
  const bytes = isPdf ? maxAttachmentBytes : maxPictureBytes;
  for (const read of waysTo(context, place, zip, bytes)) {
    await context.outages.refusePictures();
    try {
      const { name, content } = await read();
      const file = { purpose: 'articles', bytes: content, fileName: name, administratorId };
      return isPdf ? await storeAttachment(context, file) : (await storePicture(context, file)).imageUrl;
    } catch (error) {
      if (!(error instanceof NotFetched) && !(error instanceof Invalid) && !(error instanceof ZipRefused)) throw error;
    }
  }
  return null;
}

function waysTo({ internet: given }: AppContext, { entry, urls }: Place, zip: Zip | null, bytes: number) {
  const inZip =
    entry && zip ? [async () => ({ name: basename(entry.name), content: await zip.read(entry, bytes) })] : [];
  const elsewhere = urls.map((url) => async () => ({
    name: basename(new URL(url).pathname),
    content: await fetchPublic(url, { ...fetching, bytes }, given ?? internet),
  }));
  return [...inZip, ...elsewhere];
}
