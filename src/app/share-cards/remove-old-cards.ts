/** Share cards can be drawn again, so old ones are removed. */
import type { AppContext } from '#platform/context.ts';

const keptMs = 30 * 86_400_000;

/** Removes cards older than 30 days, and the half-written files of a crash. */
export async function removeOldCards({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const before = clock.now().getTime() - keptMs;
  for await (const { path, modifiedAt } of store.list())
    if (path.startsWith('cards/') && modifiedAt.getTime() < before) await store.remove(path);
}
