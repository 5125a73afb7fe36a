/**
 * Saves whose answers were lost: whoever typed on and saves again goes on from what is stored, and is not asked about it. A save that
 * was merged with somebody else's is none of them, since the form does not know what is stored.
 */
import type { Db } from '#platform/db/db.ts';

export type OwnSave = { administratorId: number; kind: string; key: string };

type Asked<Input> = { administratorId: number; kind: string; id: number; lost: string[]; input: Input };

/** The input over the last version that one of these saves has made. */
export async function overOwnSaves<Input>(db: Db, { administratorId, kind, id, lost, input }: Asked<Input>) {
  const { version } = input as { version?: number };
  if (version === undefined || lost.length === 0) return input;
  const { made } = await db
    .selectFrom('idempotencyKeys')
    .select(({ fn }) => fn.max('version').as('made'))
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('key', 'in', lost)
    .where('entityId', '=', id)
    .executeTakeFirstOrThrow();
  return made !== null && made > version ? { ...input, version: made } : input;
}

/** In the transaction of the save. */
export async function noteSave(
  trx: Db,
  { administratorId, kind, key }: OwnSave,
  made: { id: number; version: number; now: Date },
): Promise<void> {
  const row = { entityId: made.id, version: made.version, createdAt: made.now.toISOString() };
  await trx
    .insertInto('idempotencyKeys')
    .values({ administratorId, kind, key, ...row })
    .onConflict((conflict) => conflict.columns(['administratorId', 'kind', 'key']).doUpdateSet(row))
    .execute();
}
