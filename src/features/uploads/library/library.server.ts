/** The library: every stored picture once, newest first, to be chosen again. */

import { sql } from 'kysely';
import { z } from 'zod';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { cursorParts, cutPage, decodeCursor, type Listed, type ListQuery } from '#platform/http/list-pages.ts';
import { parseVariants } from '../pictures.server.ts';
import type { LibraryPicture } from './library-picture.schema.ts';

const Cursor = z.tuple([cursorParts.instant, cursorParts.id]);
const columns = ['id', 'url', 'fileName', 'width', 'height', 'createdAt', 'variants'] as const;
const previewWidth = 480;

type Query = Pick<ListQuery, 'limit' | 'cursor'>;

export async function listPictures(db: Db, { limit, cursor }: Query): Promise<Listed<LibraryPicture>> {
  const listed = stored(db);
  let page = listed.select(columns);
  if (cursor) {
    const [at, id] = decodeCursor(cursor, Cursor);
    page = page.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
  }
  const rows = await page
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
  const items = shown.map(({ createdAt: _createdAt, variants, ...picture }) => ({
    ...picture,
    previewUrl: previewOf(variants) ?? picture.url,
  }));
  return { items, total: await countRows(listed), nextCursor };
}

/** Leaves out PDFs and removed pictures. Of a file uploaded twice it shows the latest. */
function stored(db: Db) {
  const isOlderCopy = sql<boolean>`exists (
    select 1 from uploads as same
    where same.file_name = uploads.file_name and same.bytes = uploads.bytes and same.removed_at is null
      and same.width = uploads.width and same.height = uploads.height and same.id > uploads.id)`;
  return db
    .selectFrom('uploads')
    .where('removedAt', 'is', null)
    .where('url', 'not like', '%.pdf')
    .where(sql<boolean>`not ${isOlderCopy}`);
}

function previewOf(variants: string): string | undefined {
  const webp = parseVariants(variants)
    .filter(({ type }) => type === 'image/webp')
    .sort((a, b) => a.width - b.width);
  return (webp.find(({ width }) => width >= previewWidth) ?? webp.at(-1))?.url;
}
