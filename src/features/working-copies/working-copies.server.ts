/** What administrators have typed and not saved, so that it is offered on any device. Each sees nothing but their own. */
import { findTitles } from '#features/items/items.server.ts';
import type { Kind } from '#features/items/kind.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { draftWords } from '#shared/drafts/draft-words.ts';
import type { WorkingCopy, WorkingCopyDetail, WorkingCopyInput } from './working-copy.schema.ts';
import { mostWorkingCopies, workingCopyMessages } from './working-copy.ts';

/** The id is that of the browser's draft: the same text on two devices is one copy. */
export type CopyKey = { administratorId: number; id: string };

const listed = ['id', 'kind', 'entityId', 'at', 'version', 'title', 'words'] as const;

/** Newest first. */
export async function listWorkingCopies(db: Db, administratorId: number): Promise<WorkingCopy[]> {
  return db
    .selectFrom('workingCopies')
    .select(listed)
    .where('administratorId', '=', administratorId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
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
 * @throws NotFound when the item was deleted for good; Invalid when there are too many
 */
export async function keepWorkingCopy(db: Db, { administratorId, id, kind, input, now }: Keep): Promise<string> {
  const { entityId, version, values, picture, pictureUrl } = input;
  const at = now.toISOString();
  const row = {
    ...{ kind: kind.name, entityId, version, at },
    ...draftWords(values),
    data: JSON.stringify({ values, picture, pictureUrl }),
  };
  return transact(db, async (trx) => {
    if (entityId !== null && (await findTitles(trx, kind, [entityId])).length === 0)
      throw new NotFound(workingCopyMessages.noItem);
    await refuseTooMany(trx, { administratorId, id });
    await trx
      .insertInto('workingCopies')
      .values({ administratorId, id, ...row })
      .onConflict((conflict) => conflict.columns(['administratorId', 'id']).doUpdateSet(row))
      .execute();
    return at;
  });
}

/** Nothing happens when it is gone already. */
export async function removeWorkingCopy(db: Db, { administratorId, id }: CopyKey): Promise<void> {
  await db.deleteFrom('workingCopies').where('administratorId', '=', administratorId).where('id', '=', id).execute();
}

/** Everybody's of an item that is deleted for good. */
export async function forgetWorkingCopies(trx: Db, kind: string, entityId: number): Promise<void> {
  await trx.deleteFrom('workingCopies').where('kind', '=', kind).where('entityId', '=', entityId).execute();
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
