/** Lists in pages: the query that asks for one, its cursor, and the headers that lead to the next. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type SelectQueryBuilder, sql } from 'kysely';
import { Invalid } from '#platform/errors.ts';
import { lineSchema } from './schemas.ts';

const limitMessage = 'A list answers 1 to 100 entries at a time';

/** The limit of a list without paging (M1). */
const wholeList = 5000;

export const ListQuery = z.object({
  search: lineSchema(200, 'A search').optional(),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(100, limitMessage)
    .default(wholeList)
    .openapi({ description: 'Entries of a page; without it the list is answered whole, up to 5,000 at a time' }),
  // Holds a title of up to 200 characters, in any script.
  cursor: z.string().max(1200).optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

export type Listed<T> = { items: T[]; total: number; nextCursor: string | null };

/** Answers a page; its headers lead to the next. */
export function answerPage<T>(c: Context, { items, total, nextCursor }: Listed<T>) {
  c.header('x-total-count', String(total));
  if (nextCursor) {
    c.header('x-next-cursor', nextCursor);
    const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor });
    c.header('link', `<${c.req.path}?${next}>; rel="next"`);
  }
  return c.json(items, 200);
}

/** A place in a sorted list: the sort values of its last row, opaque to the client. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** A page of `rows`, which hold one more than `limit`, and the cursor of the next page. */
export function cutPage<Row>(rows: Row[], limit: number, placeOf: (last: Row) => (string | number)[]) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? encodeCursor(placeOf(last)) : null };
}

/** A page of `rows`, the latest first. `by`: the columns that order them, which are selected, with what a cursor holds of each. */
export async function readLatest<DB, From extends keyof DB, Row extends object>(
  rows: SelectQueryBuilder<DB, From, Row>,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
  by: Record<string, z.ZodType<string | number>>,
): Promise<{ shown: Row[]; nextCursor: string | null }> {
  const columns = Object.keys(by);
  const place = cursor && decodeCursor(cursor, z.tuple(Object.values(by) as [z.ZodType]));
  let page = rows;
  if (place)
    page = page.where(sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) < (${sql.join(place)})`);
  for (const column of columns) page = page.orderBy(sql.ref(column), 'desc');
  const valuesOf = (last: object) =>
    columns.map((column) => Reflect.get(last, column.split('.').at(-1) ?? '') as string);
  return cutPage(await page.limit(limit + 1).execute(), limit, valuesOf);
}

export const cursorParts = { instant: z.iso.datetime({ precision: 3 }), id: z.number().int().positive() };

/** @throws Invalid when it was not made by `encodeCursor` for a list of this kind */
export function decodeCursor<T extends z.ZodType>(cursor: string, kind: T): z.infer<T> {
  try {
    return kind.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Invalid('This place in the list is not known. Please start again.', { cursor: 'Unknown cursor' });
  }
}
