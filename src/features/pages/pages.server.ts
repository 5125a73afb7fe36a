/** Pages: finding, listing, saving. */

import { isEmptyContent } from '#features/articles/article.ts';
import { guessLanguage } from '#features/articles/article-language.ts';
import { renderContent, withShownPictures } from '#features/articles/content/content.server.ts';
import { plainText, sanitiseWithText } from '#features/articles/content/sanitise.server.ts';
import { sanitiseAndStorePictures } from '#features/articles/saving.server.ts';
import { getItem, presentItem, type RowOf } from '#features/items/items.server.ts';
import { mergeItem } from '#features/items/merge-input.server.ts';
import { type Save, saveItem } from '#features/items/saving.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { pageKind } from './page.kind.ts';
import type { Page, PageInput, PageLink } from './page.schema.ts';
import { gapsIn, isOwnMenuLabel, mostInMenu, pageMessages, pathOfPage } from './page.ts';
import { addressAfterSave, findIdByAddress } from './page-addresses.server.ts';

export type PageRow = RowOf<typeof pageKind>;

const findPublished = preparedQuery((db) =>
  db
    .selectFrom('pages')
    .select(['id', 'title', 'address', 'place', 'position', 'updatedAt'])
    .where('deletedAt', 'is', null)
    .where('isPublished', '=', true)
    .orderBy('position')
    .orderBy('title')
    .orderBy('id'),
);

/** The pages that visitors can read, in order. */
export async function listPublishedPages(db: Db): Promise<PageLink[]> {
  return (await findPublished(db, {})).map((row) => ({ ...row, path: pathOfPage(row.address) }));
}

/**
 * By its address, one that it had before, or its id.
 * @throws NotFound also for what visitors may not read
 */
export async function getPage(db: Db, named: string, viewer: Viewer): Promise<PageRow> {
  const id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : await findIdByAddress(db, named);
  const row = id === null ? null : await getItem(db, pageKind, id);
  if (!row || (viewer === 'visitors' && !row.isPublished)) throw new NotFound(pageKind.texts.notFound);
  return row;
}

type Context = Pick<AppContext, 'db' | 'config'>;

/** Visitors get the body as its page shows it. */
export async function presentPage(context: Context, db: Db, row: PageRow, viewer: Viewer): Promise<Page> {
  const { content: saved } = row;
  const shown = async () => withShownPictures(db, (await renderContent({ ...context, db }, saved)) || saved);
  return {
    ...(await presentItem(db, row, viewer)),
    path: pathOfPage(row.address),
    content: viewer === 'visitors' ? await shown() : saved,
    guessedLang: guessLanguage(`${row.title}\n${plainText(saved).slice(0, 4000)}`),
  };
}

export async function savePage(context: AppContext, save: Save<PageInput>): Promise<Page> {
  const { actor } = save;
  // Pictures are decoded and stored before the transaction, as those of an article.
  const clean = await sanitiseAndStorePictures(context, save.input, actor.administratorId);
  const input = { ...save.input, ...(clean && { content: clean.content }) };
  return transact(context.db, async (trx) => {
    let wasPublished = false;
    const merge = async (existing: PageRow | null) => {
      wasPublished = existing?.isPublished ?? false;
      const values = await mergePage(trx, existing, input);
      if (values.isPublished) await refuseMissingPictures(trx, context, values);
      return values;
    };
    const detail = ({ isPublished }: PageRow) => ({ isPublished, wasPublished });
    const saved = await saveItem(trx, pageKind, { ...save, input, merge, detail });
    const gaps = saved.isPublished ? gapsIn(saved.content) : [];
    return { ...(await presentPage(context, trx, saved, 'administrators')), ...(gaps.length > 0 && { gaps }) };
  });
}

/** Cleans what a restored backup holds, as a save would. */
export async function cleanRestoredPages(db: Db): Promise<void> {
  for (const { id, content } of await db.selectFrom('pages').select(['id', 'content']).execute()) {
    const clean = sanitiseWithText(content).content;
    if (clean !== content) await db.updateTable('pages').set({ content: clean }).where('id', '=', id).execute();
  }
}

async function mergePage(trx: Db, existing: PageRow | null, input: PageInput) {
  // One save at a time decides about addresses and the menu.
  await trx.selectFrom('kinds').select('name').where('name', '=', pageKind.name).forUpdate().execute();
  const defaults = { title: '', content: '', place: 'none' as const, position: 0, isPublished: false };
  const kept = mergeItem(existing, input, defaults);
  const { title } = kept;
  if (!title) throw Invalid.at('title', pageMessages.noTitle);
  const values = { ...kept, address: await addressAfterSave(trx, existing, { title, address: input.address }) };
  if (isEmptyContent(values.content)) throw Invalid.at('content', pageMessages.emptyContent);
  await refuseInFullMenu(trx, existing?.id ?? 0, values);
  return values;
}

type Placed = Pick<PageRow, 'title' | 'place' | 'isPublished'>;

/** Nothing for a page that is not shown in the menu. @throws Invalid */
export async function refuseInFullMenu(trx: Db, id: number, { title, place, isPublished }: Placed): Promise<void> {
  if (place !== 'menu' || !isPublished) return;
  if (isOwnMenuLabel(title)) throw Invalid.at('title', pageMessages.inMenu(title));
  const others = (await listPublishedPages(trx)).filter((page) => page.place === 'menu' && page.id !== id);
  if (others.length >= mostInMenu) throw Invalid.at('place', pageMessages.fullMenu);
}
