/** Share cards of what visitors may read, and posters of events. Each is drawn at the first request and stored for 30 days. */
import { type Context, Hono } from 'hono';
import { articleShareCard } from '#features/articles/article-share-card.ts';
import { getArticle } from '#features/articles/reading.server.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { type EventPoster, eventPoster, type PosterFormat, posterFormats } from '#features/events/event-poster.ts';
import { eventShareCard } from '#features/events/event-share-card.ts';
import { getItem } from '#features/items/items.server.ts';
import { pageShareCard } from '#features/pages/page.ts';
import { getPage } from '#features/pages/pages.server.ts';
import { countPlacesTaken } from '#features/registrations/places.server.ts';
import { signupState } from '#features/registrations/registration.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { siteShareCard } from '#features/settings/site-card.ts';
import { findPictureInfos, storePathOf } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { NotFound, TooMany, Unavailable } from '#platform/errors.ts';
import type { Layer } from '#platform/images/compose-layers.ts';
import { composeImage } from '#platform/images/run-image-task.ts';
import { NameTaken } from '#platform/storage/store.ts';
import { isElsewhere } from '#shared/item-picture.ts';
import {
  cardSize,
  hashOf,
  type PictureShape,
  pictureShapes,
  type ShareCard,
  shareCardPath,
} from '#shared/share-card.ts';
import { shareCardLayers } from './card-design.ts';
import { pictureLayer, type Size } from './design-parts.ts';
import { posterLayers } from './poster-design.ts';

/** Cards being drawn or waiting. An upload waits for at most one of them. */
const mostDrawing = 12;

const cardPattern = ':kind{articles|events|pages|site}/:file{[1-9][0-9]{0,14}-[0-9a-z]+(\\.[0-9]+x[0-9]+)?\\.jpg}';

/** Counted up when posters are drawn in another way. */
const posterDesign = 4;

type CardContext = Pick<AppContext, 'db' | 'config' | 'store' | 'log' | 'clock'>;

export function shareCardRoutes(context: CardContext): Hono {
  const draw = createDrawing(context);
  const app = new Hono();

  async function answer(c: Context, drawn: Drawn, cacheControl: string) {
    const headers = {
      etag: `"${drawn.place.split('/').at(-1)}"`,
      'cache-control': cacheControl,
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers);
    try {
      return c.body(await draw(drawn), 200, { ...headers, 'content-type': 'image/jpeg' });
    } catch (error) {
      if (!(error instanceof TooMany) && !(error instanceof Unavailable)) throw error;
      return c.text(error.message, 503, { 'cache-control': 'no-store', 'retry-after': '10' });
    }
  }

  app.get(`/cards/${cardPattern}`, async (c) => {
    const { kind, file } = c.req.param();
    const card = await getCard(context, kind as ShareCard['kind'], Number.parseInt(file, 10));
    const shape = /\.(\d+x\d+)\.jpg$/.exec(file)?.[1] as PictureShape | undefined;
    if (shape !== undefined && !(shape in pictureShapes && card.imageUrl)) throw new NotFound();
    const path = shareCardPath(card, shape);
    // The address of an older version leads to the current card.
    if (c.req.path !== path) return c.redirect(path, 302);
    return answer(c, cardDrawing(card, shape), 'public, max-age=86400');
  });

  // Its address stays when the event moves: caches have to ask.
  app.get(`/posters/:id{[1-9][0-9]{0,14}}/:file{(?:${Object.keys(posterFormats).join('|')})\\.jpg}`, async (c) => {
    const id = Number(c.req.param('id'));
    const format = c.req.param('file').slice(0, -4) as PosterFormat;
    return answer(c, posterDrawing(await getPoster(context, id), id, format), 'public, no-cache');
  });

  app.onError((error, c) => {
    if (error instanceof NotFound) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    throw error;
  });
  return app;
}

/** @throws NotFound */
async function getPoster({ db, config, clock }: CardContext, id: number): Promise<EventPoster> {
  const [event, settings] = [await getItem(db, eventKind, id), await getSettings(db, config)];
  const taken = event.hasSignup ? await countPlacesTaken(db, id) : 0;
  const placesLeft = event.capacity === null ? null : Math.max(0, event.capacity - taken);
  const state = signupState(event, taken, clock.now().toISOString());
  const signup = { state, placesLeft, capacity: event.capacity };
  return eventPoster(event, { settings, siteUrl: config.siteUrl, signup });
}

/** @throws NotFound */
async function getCard({ db, config }: CardContext, kind: ShareCard['kind'], id: number): Promise<ShareCard> {
  const settings = await getSettings(db, config);
  if (kind === 'site') return siteShareCard(settings);
  if (kind === 'events') return eventShareCard(await getItem(db, eventKind, id), settings);
  if (kind === 'pages') return pageShareCard(await getPage(db, String(id), 'visitors'), settings);
  const article = await getArticle(db, id);
  if (!article.isPublished) throw new NotFound();
  return articleShareCard(article, settings);
}

type Bytes = Uint8Array | null;
/** `place` in the store; `layers` with the picture and the logo. */
type Drawn = Size & {
  place: string;
  subject: Pick<ShareCard, 'imageUrl' | 'look'>;
  layers: (picture: Bytes, logo: Bytes) => Layer[];
};

/** Draws what is not stored, once for all requests that wait for it. */
function createDrawing({ db, store, log }: CardContext) {
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let last: Promise<void> = Promise.resolve();

  async function draw({ place, width, height, subject, layers }: Drawn) {
    const { imageUrl, look } = subject;
    const picture = await readPicture({ db, store }, imageUrl);
    const logo = await readPicture({ db, store }, look?.logo ?? null);
    const bytes = await composeImage({ width, height, layers: layers(picture, logo) });
    // Without a copy of its picture, which may still come, it is drawn again next time.
    if (picture || !imageUrl || !isElsewhere(imageUrl))
      await store.put(place, bytes).catch((error) => {
        if (!(error instanceof NameTaken)) log.warn('a share card could not be kept', { place, error });
      });
    return new Uint8Array(bytes);
  }

  return async (drawn: Drawn): Promise<Uint8Array<ArrayBuffer>> => {
    const { place } = drawn;
    const kept = await store.get(place);
    if (kept) return new Uint8Array(await new Response(kept.body).arrayBuffer());
    const underWay = drawing.get(place);
    if (underWay) return underWay;
    if (drawing.size >= mostDrawing) throw new TooMany('Many pictures are being drawn. Please try again.', 10);
    const turn = last.then(() => draw(drawn));
    drawing.set(place, turn);
    last = turn.catch(() => {}).then(() => {});
    return turn.finally(() => drawing.delete(place));
  };
}

function cardDrawing(card: ShareCard, shape: PictureShape | undefined): Drawn {
  const size = shape ? pictureShapes[shape] : cardSize;
  return {
    ...size,
    place: shareCardPath(card, shape)
      .slice(1)
      .replace(/\/(\w+)\//, '/$1-'),
    subject: card,
    layers: (picture, logo) => (shape ? cropOf(card, picture, size) : shareCardLayers(card, picture, logo)),
  };
}

function posterDrawing(poster: EventPoster, id: number, format: PosterFormat): Drawn {
  return {
    ...posterFormats[format],
    place: `cards/poster-${id}-${hashOf(JSON.stringify([posterDesign, poster]))}.${format}.jpg`,
    subject: poster,
    layers: (picture, logo) => posterLayers(poster, format, { picture, logo }),
  };
}

/** Null for a missing picture, and one of another site without a copy. */
export async function readPicture(
  { db, store }: Pick<AppContext, 'db' | 'store'>,
  imageUrl: string | null,
): Promise<Bytes> {
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
function cropOf(card: ShareCard, bytes: Bytes, size: Size): Layer[] {
  if (!bytes) throw new Unavailable('This picture is missing.');
  return [pictureLayer(card, bytes, { left: 0, top: 0, ...size })];
}
