/** Share cards can be drawn again, so old ones are removed. */
import type { AppContext } from '#platform/context.ts';

const keptMs = 30 * 86_400_000;

/** Removes cards older than 30 days, and the half-written files of a crash. */
export async function removeOldCards({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const before = clock.now().getTime() - keptMs;
  for await (const { path, modifiedAt } of store.list())
    if (path.startsWith('cards/') && modifiedAt.getTime() < before) await store.remove(path);
}

/** The cards of items that are deleted for good. */
export async function removeCardsOf(
  { store }: Pick<AppContext, 'store'>,
  items: { kind: { name: string }; id: number }[],
): Promise<void> {
  const starts = items.map(({ kind, id }) => `cards/${kind.name}-${id}-`);
  if (starts.length === 0) return;
  for await (const { path } of store.list())
    if (starts.some((start) => path.startsWith(start))) await store.remove(path);
}
