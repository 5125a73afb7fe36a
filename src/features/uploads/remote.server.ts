/** Pictures that were pasted from another website, fetched so that articles never depend on it. */
import type { AppContext } from '#platform/context.ts';
import { Invalid, TooMany } from '#platform/errors.ts';
import { fetchPublic, internet, NotFetched } from '#platform/internet/fetch-public.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import { storePicture } from './pictures.server.ts';

/** More than a browser sends: here no one could make it smaller before. */
const limits = { bytes: 10 * 1024 * 1024, ms: 15_000, redirects: 3 };
const mostAtOnce = 4;
let underWay = 0;

type Remote = { purpose: string; url: string; administratorId: number };

/**
 * Decoded and stored as an upload is; the bytes as they came are thrown away. A picture of our own store is answered as it is.
 * @throws Invalid when there is no picture that the site may fetch
 */
export async function storeRemotePicture(context: AppContext, { purpose, url, administratorId }: Remote) {
  const own = await ownPicture(context, url);
  if (own) return own;
  if (underWay >= mostAtOnce)
    throw new TooMany('Several pictures are being fetched already. Please try again in a moment.', 5);
  underWay += 1;
  try {
    const bytes = await fetchPublic(url, limits, context.internet ?? internet);
    return await storePicture(context, { purpose, bytes, fileName: nameIn(url), administratorId });
  } catch (error) {
    if (!(error instanceof NotFetched) && !(error instanceof Invalid)) throw error;
    context.log.info('a picture of another website was not fetched', {
      host: new URL(url).hostname,
      reason: error.message,
    });
    throw new Invalid(pictureMessages.notFetched);
  } finally {
    underWay -= 1;
  }
}

/** The browser knows the site's address, but not that of a bucket. */
async function ownPicture({ db, store }: AppContext, url: string) {
  const base = store.publicUrl('');
  if (!url.startsWith(base)) return null;
  const stored = db.selectFrom('uploads').select('url').where('url', '=', url).where('removedAt', 'is', null);
  return (await stored.executeTakeFirst()) ? { imageUrl: url, path: url.slice(base.length) } : null;
}

function nameIn(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
