/** The library: every stored picture once, newest first, with where it is used. */
import { sql } from 'kysely';
import { z } from 'zod';
import { articleKind } from '#features/articles/article.kind.ts';
import { itemTables } from '#features/items/items.server.ts';
import { libraryMessages } from '#features/uploads/library/library.ts';
import type { LibraryPicture, PictureUse } from '#features/uploads/library/library-picture.schema.ts';
import { readVariants } from '#features/uploads/pictures.server.ts';
import { pictureNames } from '#features/uploads/references.server.ts';
import { nameOfUpload } from '#features/uploads/uses.server.ts';
import type { Db } from '#platform/db/db.ts';
import { folded } from '#platform/db/search/fold.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { kinds } from '../kinds.ts';

const columns = ['id', 'url', 'fileName', 'alt', 'width', 'height', 'bytes', 'createdAt', 'variants'] as const;
const Cursor = z.tuple([cursorParts.instant, cursorParts.id]);

type Query = ListQuery & { state?: 'unused' | undefined };

/** `state`: 'unused' for those that no item and no setting shows. A search finds names, alternative texts and titles. */
export async function listPictures(db: Db, query: Query): Promise<Listed<LibraryPicture>> {
  const { search, limit, cursor } = query;
  const place = cursor ? decodeCursor(cursor, Cursor) : null;
  const { ids, total } = search ? await find(db, query, place) : await pageOf(db, query, place);
  const shown = ids.slice(0, limit);
  const items = await presentPictures(db, shown);
  const last = items.at(-1);
  const hasMore = ids.length > limit && last !== undefined;
  return { items, total, nextCursor: hasMore ? encodeCursor([last.createdAt, last.id]) : null };
}

/** @throws NotFound */
export async function getPicture(db: Db, id: number): Promise<LibraryPicture> {
  const [picture] = await presentPictures(db, [id]);
  if (!picture) throw new NotFound(libraryMessages.gone);
  return picture;
}

/** PDFs have rows as well, and what is removed waits for its files to go. */
function stored(db: Db) {
  return db.selectFrom('uploads').where('removedAt', 'is', null).where('url', 'not like', '%.pdf');
}

type At = z.infer<typeof Cursor> | null;
type Ids = { ids: number[]; total: number };

async function pageOf(db: Db, { state, limit }: Query, at: At): Promise<Ids> {
  const listed = chosen(db, state);
  const { total } = await listed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await listed
    .select('id')
    .$if(at !== null, (pictures) => pictures.where(sql<boolean>`(created_at, id) < (${at?.[0]}, ${at?.[1]})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** Here and not in SQL: SQLite cannot fold letters by itself. */
async function find(db: Db, { search = '', state, limit }: Query, at: At): Promise<Ids> {
  const term = folded(search);
  const titles = await titlesByPicture(db);
  const all = await chosen(db, state)
    .select(['id', 'url', 'fileName', 'alt', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const found = all.filter(({ url, fileName, alt }) =>
    [fileName, alt, ...(titles.get(nameIn(url)) ?? [])].some((text) => text && folded(text).includes(term)),
  );
  const [from, fromId] = at ?? [];
  const rest = found.filter(
    ({ createdAt, id }) => !from || createdAt < from || (createdAt === from && id < Number(fromId)),
  );
  return { ids: rest.slice(0, limit + 1).map(({ id }) => id), total: found.length };
}

const isUnused = (db: Db, table: 'uploads' | 'same') =>
  sql<boolean>`not exists (select 1 from picture_uses where picture = ${nameOfUpload(db, table)})`;

/** A form uploads its picture for other devices, and once more with its save: of one file those that nothing shows are left out. */
function chosen(db: Db, state: Query['state']) {
  const isCopy = sql<boolean>`${isUnused(db, 'uploads')} and exists (
    select 1 from uploads as same
    where same.file_name = uploads.file_name and same.bytes = uploads.bytes and same.removed_at is null
      and same.width = uploads.width and same.height = uploads.height and same.id <> uploads.id
      and (same.id > uploads.id or not ${isUnused(db, 'same')}))`;
  return stored(db)
    .where(sql<boolean>`not (${isCopy})`)
    .$if(state === 'unused', (pictures) => pictures.where(isUnused(db, 'uploads')));
}

async function titlesByPicture(db: Db): Promise<Map<string, string[]>> {
  const titles = new Map<string, string[]>();
  for (const { name, titleField } of kinds) {
    const { rows } = await sql<{ picture: string; title: string }>`
      SELECT uses.picture, ${sql.ref(`item.${titleField}`)} AS title FROM picture_uses AS uses
      JOIN ${sql.table(name)} AS item ON item.id = uses.entity_id WHERE uses.kind = ${name}`.execute(db);
    for (const { picture, title } of rows) titles.set(picture, [...(titles.get(picture) ?? []), title]);
  }
  return titles;
}

/** In the order of the ids; what is gone is left out. */
async function presentPictures(db: Db, ids: number[]): Promise<LibraryPicture[]> {
  if (ids.length === 0) return [];
  const rows = await stored(db).select(columns).where('id', 'in', ids).execute();
  const uses = await usesOf(
    db,
    rows.map(({ url }) => nameIn(url)),
  );
  const pictures = rows.map(({ variants, ...row }) => ({
    ...row,
    previewUrl: previewOf(variants) ?? row.url,
    uses: uses.get(nameIn(row.url)) ?? [],
  }));
  return pictures.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** By the name of the picture: first what is live, the newest item first. */
export async function usesOf(db: Db, names: string[]): Promise<Map<string, PictureUse[]>> {
  const rows =
    names.length === 0 ? [] : await db.selectFrom('pictureUses').selectAll().where('picture', 'in', names).execute();
  const items = new Map<string, Pick<PictureUse, 'title' | 'state'>>();
  for (const { name, titleField } of kinds) {
    const ids = [...new Set(rows.filter(({ kind }) => kind === name).map(({ entityId }) => entityId))];
    if (ids.length === 0) continue;
    const found = await itemTables(db)
      .selectFrom(name as string)
      .select(['id', 'deletedAt', sql.ref<string>(titleField).as('title')])
      .$if(name === articleKind.name, (articles) => articles.select(sql.ref<boolean>('isPublished').as('isPublished')))
      .where('id', 'in', ids)
      .execute();
    for (const { id, deletedAt, title, isPublished } of found) {
      const state = deletedAt !== null ? 'bin' : isPublished === false ? 'draft' : 'live';
      items.set(`${name} ${id}`, { title, state });
    }
  }
  const uses = new Map<string, PictureUse[]>();
  for (const { picture, kind, entityId: id, field, layer } of rows) {
    const item = kind === 'settings' ? { title: '', state: 'live' as const } : items.get(`${kind} ${id}`);
    if (item) uses.set(picture, [...(uses.get(picture) ?? []), { kind, id, field, layer, ...item }]);
  }
  for (const each of uses.values())
    each.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.id - a.id || (a.field < b.field ? 1 : -1));
  return uses;
}

const order = ['live', 'draft', 'bin'];

/** At least 480 pixels wide, where there is one. */
function previewOf(variants: string): string | undefined {
  const webp = readVariants(variants)
    .filter(({ type }) => type === 'image/webp')
    .sort((a, b) => a.width - b.width);
  return (webp.find(({ width }) => width >= 480) ?? webp.at(-1))?.url;
}

function nameIn(url: string): string {
  return pictureNames([url])[0] ?? '';
}
