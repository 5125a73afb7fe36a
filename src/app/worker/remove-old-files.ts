/** Files that no row keeps: share cards are drawn again, and the upload of another site's export is read once. */
import type { AppContext } from '#platform/context.ts';

const dayMs = 86_400_000;
/** An import is decided about within seven days. */
const kept = [
  { folder: 'cards/', ms: 30 * dayMs },
  { folder: 'imports/', ms: 8 * dayMs },
];

/** Removes those that are older than that, and the half-written files of a crash. */
export async function removeOldFiles({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  for await (const { path, modifiedAt } of store.list()) {
    const age = now - modifiedAt.getTime();
    if (kept.some(({ folder, ms }) => path.startsWith(folder) && age > ms)) await store.remove(path);
  }
}
