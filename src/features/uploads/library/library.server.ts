/** The library: every stored picture once, newest first, to be chosen again. */

import { sql } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { cursorParts, type Listed, type ListQuery, readLatest } from '#platform/http/list-pages.ts';
import { parseVariants } from '../pictures.server.ts';
import type { LibraryPicture } from './library-picture.schema.ts';

const columns = ['id', 'url', 'fileName', 'width', 'height', 'createdAt', 'variants'] as const;
const previewWidth = 480;

export async function listPictures(db: Db, query: Omit<ListQuery, 'search'>): Promise<Listed<LibraryPicture>> {
  const listed = stored(db);
  const by = { createdAt: cursorParts.instant, id: cursorParts.id };
  const { shown, nextCursor } = await readLatest(listed.select(columns), query, by);
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
