/** One step of an import: reads the file and makes the list, imports, or undoes. */
import type { AppContext } from '#platform/context.ts';
import { Conflict } from '#platform/errors.ts';
import { ZipRefused } from '#platform/files/zip-reader.ts';
import { removeImportFile, withImportFile } from './import-files.ts';
import { endImport, getImport, type ImportRow, renewImport } from './import-rows.ts';
import { importFile } from './importing.ts';
import { planImport } from './planning.ts';
import { ImportRefused } from './readers/found.ts';
import { undoImport } from './undoing.ts';

const renewEveryMs = 8_000;

/** The row is claimed; its lease is renewed for as long as this takes. */
export async function runImport(context: AppContext, row: ImportRow): Promise<void> {
  const { db, clock, store } = context;
  const lease = setInterval(() => void renewImport(db, row.id, clock.now()).catch(() => {}), renewEveryMs);
  try {
    const administratorId = row.administratorId ?? (await anyAdministrator(context));
    if (row.state === 'undoing') return await undoImport(context, row, administratorId);
    await withImportFile(context, row, async (opened) => {
      if (row.state === 'importing') return importFile(context, row, opened, administratorId);
      const plan = await planImport(context, row, opened);
      const change = {
        state: 'ready',
        plan: JSON.stringify(plan),
        total: plan.items.length,
        leaseUntil: null,
        attempts: 0,
      } as const;
      await db.updateTable('imports').set(change).where('id', '=', row.id).where('state', '=', 'reading').execute();
    });
  } catch (error) {
    if (!(error instanceof ImportRefused) && !(error instanceof ZipRefused)) throw error;
    await endImport(db, row.id, { state: 'failed', error: error.message }, clock.now());
  } finally {
    clearInterval(lease);
  }
  const after = await getImport(db, row.id);
  if (after.endedAt === null || after.file === null) return;
  await removeImportFile(store, after);
  await db.updateTable('imports').set({ file: null }).where('id', '=', row.id).execute();
}

/** Its own account was erased, or it comes from the command line. */
export async function anyAdministrator({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const active = db.selectFrom('administrators').select('id').where('isActive', '=', true);
  const first = await active.orderBy('id').limit(1).executeTakeFirst();
  if (!first) throw new Conflict('The site has no active administrator yet.');
  return first.id;
}
