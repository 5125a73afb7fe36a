/** Share cards take room, and can be drawn again. */
import type { AppContext } from '#platform/context.ts';

const keptMs = 30 * 86_400_000;

/** Removes cards that were drawn more than 30 days ago, and what a crash left half-written. */
export async function removeOldCards({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const before = clock.now().getTime() - keptMs;
  for await (const { path, modifiedAt } of store.list())
    if (path.startsWith('cards/') && modifiedAt.getTime() < before) await store.remove(path);
}
