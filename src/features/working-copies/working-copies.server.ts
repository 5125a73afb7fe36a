/** What administrators have typed and not saved, so that it is offered on any device. Each sees nothing but their own. */
import type { ExpressionBuilder } from 'kysely';
import { findTitles } from '#features/items/items.server.ts';
import type { Kind } from '#features/items/kind.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { draftWords } from '#shared/drafts/draft-words.ts';
import type { WorkingCopyDetail, WorkingCopyInput, WorkingCopyList } from './working-copy.schema.ts';
import { endedKeptDays, mostWorkingCopies, workingCopyMessages } from './working-copy.ts';

/** The id is that of the browser's draft: the same text on two devices is one copy. */
export type CopyKey = { administratorId: number; id: string };

const listed = ['id', 'kind', 'entityId', 'at', 'version', 'title', 'words', 'stamp'] as const;

/** Newest first; and which of those in `held` have ended. */
export async function listWorkingCopies(
  db: Db,
  { administratorId, held = [] }: { administratorId: number; held?: string[] | undefined },
): Promise<WorkingCopyList> {
  const copies = await db
    .selectFrom('workingCopies')
    .select(listed)
    .where('administratorId', '=', administratorId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  if (held.length === 0) return { copies, ended: [] };
  const ended = await db
    .selectFrom('endedCopies')
    .select(['id', 'at', 'stamps'])
    .where('administratorId', '=', administratorId)
    .where('id', 'in', held)
    .orderBy('id')
    .execute();
  return { copies, ended: ended.map((row) => ({ ...row, stamps: JSON.parse(row.stamps) as string[] })) };
}

/** @throws NotFound also for somebody else's */
export async function getWorkingCopy(db: Db, key: CopyKey): Promise<WorkingCopyDetail> {
  const row = await mine(db, key)
    .select([...listed, 'data'])
    .executeTakeFirst();
  if (!row) throw new NotFound(workingCopyMessages.notFound);
  const { data, ...copy } = row;
  return { ...copy, ...(JSON.parse(data) as Pick<WorkingCopyDetail, 'values' | 'picture' | 'pictureUrl'>) };
}

type Keep = CopyKey & { kind: Kind; input: WorkingCopyInput; now: Date };

/**
 * Takes the place of what was kept under this id. Answers when.
 * @throws NotFound when the item was deleted for good; Invalid when there are too many; Conflict when the copy has a stamp that
 * this does not follow
 */
export async function keepWorkingCopy(db: Db, { administratorId, id, kind, input, now }: Keep): Promise<string> {
  const { entityId, version, values, picture, pictureUrl, stamp = null, follows } = input;
  const at = now.toISOString();
  const row = {
    ...{ kind: kind.name, entityId, version, at, stamp },
    ...draftWords(values),
    data: JSON.stringify({ values, picture, pictureUrl }),
  };
  return transact(db, async (trx) => {
    if (entityId !== null && (await findTitles(trx, kind, [entityId])).length === 0)
      throw new NotFound(workingCopyMessages.noItem);
    await refuseTooMany(trx, { administratorId, id });
    const kept = await trx
      .insertInto('workingCopies')
      .values({ administratorId, id, ...row })
      .onConflict((conflict) => {
        const update = conflict.columns(['administratorId', 'id']).doUpdateSet(row);
        return follows ? update.where((eb) => isOneOf(eb, [...follows, stamp ?? ''])) : update;
      })
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new Conflict(workingCopyMessages.goesOn);
    return at;
  });
}

type Removal = CopyKey & { follows?: string[] | undefined; now: Date };

/**
 * It was saved or discarded. One that is gone already has ended as well: the database may have been put back.
 * @throws Conflict when the copy has none of these stamps
 */
export async function removeWorkingCopy(db: Db, { follows, now, ...key }: Removal): Promise<void> {
  const { administratorId, id } = key;
  await transact(db, async (trx) => {
    const removed = await trx
      .deleteFrom('workingCopies')
      .where('administratorId', '=', administratorId)
      .where('id', '=', id)
      .$if(follows !== undefined, (query) => query.where((eb) => isOneOf(eb, follows ?? [])))
      .returning('stamp')
      .executeTakeFirst();
    if (follows && (await mine(trx, key).select('id').executeTakeFirst()))
      throw new Conflict(workingCopyMessages.goesOn);
    await noteEnded(trx, [{ ...key, stamps: [...(follows ?? []), removed?.stamp] }], now);
  });
}

/** Everybody's of an item that is deleted for good. */
export async function forgetWorkingCopies(trx: Db, item: { kind: string; id: number }, now: Date): Promise<void> {
  const gone = await trx
    .deleteFrom('workingCopies')
    .where('kind', '=', item.kind)
    .where('entityId', '=', item.id)
    .returning(['administratorId', 'id', 'stamp'])
    .execute();
  await noteEnded(
    trx,
    gone.map(({ stamp, ...key }) => ({ ...key, stamps: [stamp] })),
    now,
  );
}

/** Reads first, so that an idle worker never takes SQLite's write lock. */
export async function purgeEndedCopies(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - endedKeptDays * 86_400_000).toISOString();
  const old = db.selectFrom('endedCopies').select('id').where('at', '<', oldest);
  if (await old.limit(1).executeTakeFirst()) await db.deleteFrom('endedCopies').where('at', '<', oldest).execute();
}

type Ended = CopyKey & { stamps: (string | null | undefined)[] };

async function noteEnded(trx: Db, gone: Ended[], now: Date): Promise<void> {
  for (const { administratorId, id, stamps } of gone) {
    const ending = { at: now.toISOString(), stamps: JSON.stringify([...new Set(stamps.filter(Boolean))]) };
    await trx
      .insertInto('endedCopies')
      .values({ administratorId, id, ...ending })
      .onConflict((conflict) => conflict.columns(['administratorId', 'id']).doUpdateSet(ending))
      .execute();
  }
}

/** A copy without a stamp follows nothing that anybody knows. */
function isOneOf(eb: ExpressionBuilder<Tables, 'workingCopies'>, stamps: string[]) {
  return eb.or([eb('workingCopies.stamp', 'is', null), eb('workingCopies.stamp', 'in', stamps)]);
}

async function refuseTooMany(trx: Db, { administratorId, id }: CopyKey): Promise<void> {
  const { count } = await trx
    .selectFrom('workingCopies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('administratorId', '=', administratorId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostWorkingCopies) throw new Invalid(workingCopyMessages.tooMany);
}

function mine(db: Db, { administratorId, id }: CopyKey) {
  return db.selectFrom('workingCopies').where('administratorId', '=', administratorId).where('id', '=', id);
}
