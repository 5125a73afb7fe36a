/** Takes one import after the other from the table, each in a process of its own, and forgets those that no one decided about. */
import { runInChild } from '#features/backup/child-process.server.ts';
import type { AppContext } from '#platform/context.ts';
import { removeImportFile } from './import-files.ts';
import { claimImport, renewImport } from './import-rows.ts';

const script = new URL('./import-process.ts', import.meta.url);
const undecidedMs = 7 * 86_400_000;

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'>;

/** `stop` ends a running one, which the next worker continues. */
export function createImportRunner({ db, config, clock, log }: Context) {
  const stopping = new AbortController();

  async function runDue(): Promise<void> {
    const row = await claimImport({ db, clock });
    if (!row || stopping.signal.aborted) return;
    try {
      await runInChild(script, { config, id: row.id }, { signal: stopping.signal, otherwise: 'The import stopped.' });
    } catch (error) {
      if (!stopping.signal.aborted) log.error('an import stopped', { error });
    }
    // Whatever is left of it is anyone's at once.
    await renewImport(db, row.id, null);
  }

  return { runDue, stop: () => stopping.abort() };
}

/** Discards those that were listed and not begun, with their file. */
export async function forgetUndecidedImports({
  db,
  store,
  clock,
}: Pick<AppContext, 'db' | 'store' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - undecidedMs).toISOString();
  const old = db
    .selectFrom('imports')
    .select(['id', 'file', 'parts'])
    .where('state', '=', 'ready')
    .where('at', '<', before);
  for (const row of await old.execute()) {
    await db.updateTable('imports').set({ state: 'discarded', file: null }).where('id', '=', row.id).execute();
    await removeImportFile(store, row);
  }
}
