/** Share cards of what visitors may read. Each is drawn at the first request and stored for 30 days. */
import { Hono } from 'hono';
import { articleShareCard } from '#features/articles/article-share-card.ts';
import { getArticle } from '#features/articles/reading.server.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { eventShareCard } from '#features/events/event-share-card.ts';
import { getItem } from '#features/items/items.server.ts';
import { pageShareCard } from '#features/pages/page.ts';
import { getPage } from '#features/pages/pages.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { siteShareCard } from '#features/settings/site-card.ts';
import { findPictureInfos, storePathOf } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { NotFound, TooMany, Unavailable } from '#platform/errors.ts';
import { composeImage } from '#platform/images/compose-image.ts';
import type { Layer } from '#platform/images/compose-layers.ts';
import { cacheControls, NameTaken } from '#platform/storage/store.ts';
import { isElsewhere } from '#shared/item-picture.ts';
import { cardSize, type PictureShape, pictureShapes, type ShareCard, shareCardPath } from '#shared/share-card.ts';
import { pictureLayer, shareCardLayers } from './card-design.ts';

/** Cards being drawn or waiting. An upload waits for at most one of them. */
const mostDrawing = 12;

const cardPattern = ':kind{articles|events|pages|site}/:file{[1-9][0-9]{0,14}-[0-9a-z]+(\\.[0-9]+x[0-9]+)?\\.jpg}';

type CardContext = Pick<AppContext, 'db' | 'config' | 'store' | 'log'>;

export function shareCardRoutes(context: CardContext): Hono {
  const draw = createDrawing(context);
  const app = new Hono();
  app.get(`/cards/${cardPattern}`, async (c) => {
    const { kind, file } = c.req.param();
    const card = await findCard(context, kind as ShareCard['kind'], Number.parseInt(file, 10));
    const shape = /\.(\d+x\d+)\.jpg$/.exec(file)?.[1] as PictureShape | undefined;
    const isKnown = shape === undefined || (shape in pictureShapes && card?.imageUrl);
    if (!card || !isKnown) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    const path = shareCardPath(card, shape);
    // The address of an older version leads to the current card.
    if (c.req.path !== path) return c.redirect(path, 302);
    const headers = {
      etag: `"${file}"`,
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers);
    try {
      return c.body(await draw(card, shape), 200, { ...headers, 'content-type': 'image/jpeg' });
    } catch (error) {
      if (!(error instanceof TooMany) && !(error instanceof Unavailable)) throw error;
      return c.text(error.message, 503, { 'cache-control': 'no-store', 'retry-after': '10' });
    }
  });
  return app;
}

async function findCard({ db, config }: CardContext, kind: ShareCard['kind'], id: number): Promise<ShareCard | null> {
  try {
    const settings = await getSettings(db, config);
    if (kind === 'site') return siteShareCard(settings);
    if (kind === 'events') return eventShareCard(await getItem(db, eventKind, id), settings);
    if (kind === 'pages') return pageShareCard(await getPage(db, String(id), 'visitors'), settings);
    const article = await getArticle(db, id);
    return article.isPublished ? articleShareCard(article, settings) : null;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** Draws a card that is not stored, once for all requests that wait for it. */
function createDrawing(context: CardContext) {
  const { store, log } = context;
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let last: Promise<void> = Promise.resolve();

  async function draw(card: ShareCard, shape: PictureShape | undefined, place: string) {
    const size = shape ? pictureShapes[shape] : cardSize;
    const picture = await readPicture(context, card.imageUrl);
    const logo = await readPicture(context, card.look?.logo ?? null);
    const layers = shape ? cropOf(card, picture, size) : shareCardLayers(card, picture, logo);
    const bytes = await composeImage({ ...size, layers });
    // A copy of its picture may still come.
    if (card.imageUrl && isElsewhere(card.imageUrl) && !picture) return new Uint8Array(bytes);
    await store
      .put(place, bytes, { contentType: 'image/jpeg', cacheControl: cacheControls.original })
      .catch((error) => {
        if (!(error instanceof NameTaken)) log.warn('a share card could not be kept', { place, error });
      });
    return new Uint8Array(bytes);
  }

  return async (card: ShareCard, shape: PictureShape | undefined): Promise<Uint8Array<ArrayBuffer>> => {
    const place = shareCardPath(card, shape)
      .slice(1)
      .replace(/\/(\w+)\//, '/$1-');
    const kept = await store.get(place);
    if (kept) return new Uint8Array(await new Response(kept.body).arrayBuffer());
    const underWay = drawing.get(place);
    if (underWay) return underWay;
    if (drawing.size >= mostDrawing) throw new TooMany('Many pictures are being drawn. Please try again.', 10);
    const turn = last.then(() => draw(card, shape, place));
    drawing.set(place, turn);
    last = turn.catch(() => {}).then(() => {});
    return turn.finally(() => drawing.delete(place));
  };
}

/** Null for a missing picture, and one of another site without a copy. */
export async function readPicture(
  { db, store }: Pick<AppContext, 'db' | 'store'>,
  imageUrl: string | null,
): Promise<Uint8Array | null> {
  const info = (await findPictureInfos(db, [imageUrl])).get(imageUrl ?? '');
  if (!info) return null;
  const webp = info.variants.filter(({ type }) => type === 'image/webp').sort((one, other) => other.width - one.width);
  for (const url of [webp[0]?.url, info.url ?? imageUrl]) {
    const file = url ? await store.get(storePathOf(url)) : null;
    if (file) return new Uint8Array(await new Response(file.body).arrayBuffer());
  }
  return null;
}

/** @throws Unavailable without a picture to crop */
function cropOf(card: ShareCard, bytes: Uint8Array | null, size: { width: number; height: number }): Layer[] {
  if (!bytes) throw new Unavailable('This picture is missing.');
  return [pictureLayer(card, bytes, { left: 0, top: 0, ...size })];
}
