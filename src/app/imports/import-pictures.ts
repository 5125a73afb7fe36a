/** Copies the pictures and PDF files of an import: from the zip, else from the old site; each once, or it is named as missing. */
import { maxAttachmentBytes } from '#features/uploads/attachment.ts';
import { storeAttachment } from '#features/uploads/attachments.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { type Zip, ZipRefused } from '#platform/files/zip-reader.ts';
import { fetchPublic, internet, NotFetched } from '#platform/internet/fetch-public.ts';
import { maxPictureBytes } from '#shared/picture-upload.ts';
import type { Made } from './import-rows.ts';
import type { Place } from './picture-places.ts';

const mostAtOnce = 4;
const fetching = { ms: 15_000, redirects: 3 };

type Wanted = { place: Place; isPdf: boolean };
type Copying = { zip: Zip | null; made: Made; administratorId: number };

/** What is not in `made` yet is copied, four at a time. */
export async function copyFiles(context: AppContext, wanted: Wanted[], copying: Copying): Promise<void> {
  const { pictures } = copying.made;
  const left = [...new Map(wanted.map((one) => [one.place.key, one])).values()].filter(
    ({ place }) => !(place.key in pictures),
  );
  const next = async () => {
    for (let one = left.shift(); one; one = left.shift()) pictures[one.place.key] = await copy(context, one, copying);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, next));
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
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const inZip = entry && zip ? [async () => ({ name: nameOf(entry.name), content: await zip.read(entry, bytes) })] : [];
  const elsewhere = urls.map((url) => async () => ({
    name: nameOf(new URL(url).pathname),
    content: await fetchPublic(url, { ...fetching, bytes }, given ?? internet),
  }));
  return [...inZip, ...elsewhere];
}
