/**
 * Where each stored picture stands: rows that every save writes in its own transaction. What may be removed is decided by
 * `references.server.ts` instead, which reads all texts.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { pictureNames } from './references.server.ts';

/** `kind`: of an item, or 'settings'. `layer`: 'changes' for what is not live yet of a live article. */
export type Place = { kind: string; entityId: number; layer?: 'saved' | 'changes' };

/** Takes the place of what was noted. `texts`: addresses and HTML, by field. */
export async function noteUses(trx: Db, place: Place, texts: Record<string, string | null>): Promise<void> {
  if (await areNoted(trx, place, texts)) return;
  const rows = usesIn(place, texts);
  await trx
    .deleteFrom('pictureUses')
    .where('kind', '=', place.kind)
    .where('entityId', '=', place.entityId)
    .where('layer', '=', place.layer ?? 'saved')
    .execute();
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await trx
      .insertInto('pictureUses')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}

export async function areNoted(db: Db, place: Place, texts: Record<string, string | null>): Promise<boolean> {
  const noted = await db
    .selectFrom('pictureUses')
    .select(['field', 'picture'])
    .where('kind', '=', place.kind)
    .where('entityId', '=', place.entityId)
    .where('layer', '=', place.layer ?? 'saved')
    .execute();
  const [are, should] = [noted, usesIn(place, texts)].map((uses) =>
    uses.map(({ field, picture }) => `${field} ${picture}`).toSorted(),
  );
  return are?.join() === should?.join();
}

const rowsAtOnce = 500;

/** Of an item that is deleted for good. */
export async function forgetUses(trx: Db, { kind, entityId }: Place): Promise<void> {
  await trx.deleteFrom('pictureUses').where('kind', '=', kind).where('entityId', '=', entityId).execute();
}

export function usesIn({ kind, entityId, layer = 'saved' }: Place, texts: Record<string, string | null>) {
  return Object.entries(texts).flatMap(([field, text]) =>
    pictureNames([text ?? '']).map((picture) => ({ kind, entityId, layer, field, picture })),
  );
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** In a query on uploads: the name of the file, as the uses hold it. */
export function nameOfUpload(db: Db, table = 'uploads'): RawBuilder<string> {
  const url = sql.ref(`${table}.url`);
  return isPostgres(db)
    ? sql<string>`left(right(rtrim(${url}, ${sql.lit(letters)}), 31), 30)`
    : sql<string>`substr(rtrim(${url}, ${sql.lit(letters)}), -31, 30)`;
}
