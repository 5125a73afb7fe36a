/** Another picture in the place of one, everywhere; and its alternative text, once and everywhere. */

import { pictureSettings } from '#features/settings/settings.ts';
import { libraryMessages } from '#features/uploads/library/library.ts';
import { pictureNames } from '#features/uploads/references.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { noFocalPoint } from '#shared/picture.ts';
import { type Change, changeUses, type Pictured } from './change-uses.ts';
import { getPicture } from './list-pictures.ts';
import { withAlt, withOther } from './picture-html.ts';

type Replacement = { id: number; imageUrl: string; actor: Actor };

/**
 * Answers the new picture, and how many things were saved with it. Asked again it changes nothing.
 * @throws NotFound; Invalid when the new picture is not on the site
 */
export async function replacePicture(context: AppContext, { id, imageUrl, actor }: Replacement) {
  const old = await findStored(context.db, id);
  const picture = nameIn(old.url);
  const next = await context.db
    .selectFrom('uploads')
    .select('id')
    .where('url', '=', imageUrl)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (!next || next.id === id) throw new Invalid(libraryMessages.newGone, { imageUrl: libraryMessages.newGone });
  const shows = (url: string | null) => url !== null && nameIn(url) === picture;
  const change: Change = {
    html: (html) => withOther(html, picture, imageUrl),
    fields: (item) => (shows(item.imageUrl) ? { imageUrl, ...noFocalPoint } : {}),
    settings: (settings) =>
      Object.fromEntries(pictureSettings.filter((key) => shows(settings[key])).map((key) => [key, imageUrl])),
  };
  const begin = async (trx: Db) => {
    const alts = new Map<number, string | null>();
    // In the order of ids: somebody may put them in the place of each other.
    for (const one of [id, next.id].toSorted((a, b) => a - b)) alts.set(one, (await lockStored(trx, one)).alt);
    const alt = alts.get(id) ?? null;
    if (alt !== null && alts.get(next.id) === null)
      await trx.updateTable('uploads').set({ alt }).where('id', '=', next.id).execute();
  };
  return changeUses(context, { picture, change, actor, begin, pictureId: next.id });
}

type Description = { id: number; alt: string | null; isEverywhere: boolean; actor: Actor };

/** Answers the picture, and how many things were saved with the text. Where somebody has written another one it stays. @throws NotFound */
export async function describePicture(context: AppContext, { id, alt, isEverywhere, actor }: Description) {
  const { url, alt: former } = await findStored(context.db, id);
  const picture = nameIn(url);
  const begin = async (trx: Db) => {
    if ((await lockStored(trx, id)).alt !== former) throw new Conflict(libraryMessages.busy);
    await trx.updateTable('uploads').set({ alt }).where('id', '=', id).execute();
  };
  if (!isEverywhere || alt === null) {
    return transact(context.db, async (trx) => {
      await begin(trx);
      return { picture: await getPicture(trx, id), changed: 0 };
    });
  }
  const mayChange = (said: string | null) => said !== alt && (said === null || said === former);
  const isOn = ({ imageUrl }: Pictured) => imageUrl !== null && nameIn(imageUrl) === picture;
  const change: Change = {
    html: (html) => withAlt(html, picture, (said) => (mayChange(said) ? alt : said)),
    fields: (item) =>
      item.imageAlt !== undefined && isOn(item) && mayChange(item.imageAlt || null) ? { imageAlt: alt } : {},
    settings: () => ({}),
  };
  return changeUses(context, { picture, change, actor, begin, pictureId: id });
}

async function findStored(db: Db, id: number) {
  const row = await stored(db, id).executeTakeFirst();
  if (!row) throw new NotFound(libraryMessages.gone);
  return row;
}

async function lockStored(trx: Db, id: number) {
  const row = await stored(trx, id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFound(libraryMessages.gone);
  return row;
}

function stored(db: Db, id: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'url', 'alt'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .where('url', 'not like', '%.pdf');
}

function nameIn(url: string): string {
  return pictureNames([url])[0] ?? '';
}
