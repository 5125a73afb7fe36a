import type { Kind } from '#features/items/kind.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { type Clear, listExpiredItems, purgeItem } from './bin.server.ts';
import { binDays } from './bin.ts';

/** Enough for an hour; the next run takes the rest. */
const mostAtOnce = 200;

type Bin = { kinds: readonly Kind[]; clear: Clear };

/** Permanently deletes what has been in the bin for 30 days. What cannot be deleted yet waits for the next run. */
export async function purgeExpiredItems(db: Db, now: Date, { kinds, clear }: Bin): Promise<void> {
  const deletedBefore = new Date(now.getTime() - binDays * 86_400_000).toISOString();
  for (const entity of await listExpiredItems(db, kinds, { deletedBefore, limit: mostAtOnce }))
    try {
      await purgeItem(db, { ...entity, deletedBefore }, { administratorId: null, now }, clear);
    } catch (error) {
      // Restored in the meantime, or a mail of it is still being sent.
      if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
    }
}
