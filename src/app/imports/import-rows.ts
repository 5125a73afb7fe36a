/** Imports as rows: several workers do each once, and one that is killed goes on where it stopped. */
import type { Selectable } from 'kysely';
import type { ImportsTable } from '#features/imports/imports.tables.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import type { Import, Plan, Report } from './import.schema.ts';
import type { FoundItem } from './readers/found.ts';

export type ImportRow = Selectable<ImportsTable>;

/** An item that was made. `before`: the starter page whose place it took. */
export type MadeItem = {
  key: string;
  title: string;
  kind: 'articles' | 'pages';
  id: number;
  version: number;
  /** Where visitors read it. */
  path?: string;
  before?: { title: string; content: string };
  /** Links lead to items that did not exist yet. */
  isOpen?: true;
};

export type Made = Omit<Report, 'articles' | 'pages' | 'pictures'> & {
  items: MadeItem[];
  /** Addresses here of pictures and files by `Place.key`; null for one that is missing. */
  pictures: Record<string, string | null>;
};

export const nothingMade: Made = { items: [], pictures: {}, missing: [], notes: [], left: [] };

export const importMessages = {
  notFound: 'Import not found',
  notReady: 'This import is not waiting for a decision. Please reload the page.',
  tooLate: 'An import can be undone for 30 days.',
  noFile: 'Please choose a file.',
  tooLarge: 'A file can have at most 200 MB. Please split the export, or leave its pictures out.',
  stopped: 'The import stopped five times in the same place. What it has brought so far stays, and you can undo it.',
  gone: 'The file of this import is no longer there. Please upload it again.',
} as const;

export const mostImportBytes = 200 * 1024 ** 2;
const undoMs = 30 * 86_400_000;
const leaseMs = 30_000;
const mostAttempts = 5;

export async function getImport(db: Db, id: number): Promise<ImportRow> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(importMessages.notFound);
  return row;
}

/** The newest first. */
export async function listImports(db: Db, now: Date): Promise<Import[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('state', '!=', 'discarded')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => presentImport(row, now));
}

export function presentImport(row: ImportRow, now: Date): Import {
  const { id, fileName, state, at, endedAt, done, total, error } = row;
  const until = endedAt && new Date(Date.parse(endedAt) + undoMs).toISOString();
  const isUndoable = ['done', 'failed'].includes(state) && row.made !== null && until && until > now.toISOString();
  return {
    ...{ id, fileName, state, at, endedAt, done, total, error },
    undoUntil: isUndoable ? until : null,
    plan: state === 'ready' && row.plan ? (JSON.parse(row.plan) as Plan) : null,
    report: endedAt && row.made ? reportOf(JSON.parse(row.made) as Made) : null,
  };
}

export function reportOf({ items, pictures, missing, notes, left }: Made): Report {
  const count = (kind: MadeItem['kind']) => items.filter((item) => item.kind === kind).length;
  const stored = Object.values(pictures).filter((url) => url !== null).length;
  return { articles: count('articles'), pages: count('pages'), pictures: stored, missing, notes, left };
}

/** What other imports have brought, by key, and whether an item of a file is among it, or was written by this site and is there. */
export async function findKnown(db: Db, { id, at }: Pick<ImportRow, 'id' | 'at'>) {
  const rows = db.selectFrom('imports').select('made').where('made', 'is not', null).where('id', '!=', id);
  const brought = (await rows.execute()).flatMap(({ made }) => (JSON.parse(made ?? '') as Made).items);
  const items = new Map(brought.map((item) => [item.key, item] as const));
  const here = new Set<string>();
  for (const kind of ['articles', 'pages'] as const) {
    // Without what this import has brought before it was killed.
    const since = db.selectFrom('revisions').select('entityId').where('kind', '=', kind).groupBy('entityId');
    const living = db.selectFrom(kind).select(['id', 'createdAt']).where('deletedAt', 'is', null);
    for (const row of await living
      .where(
        'id',
        'not in',
        since.having((is) => is.fn.min('at'), '>=', at),
      )
      .execute())
      here.add(`${kind}/${row.id}/${row.createdAt}`);
  }
  const isKnown = ({ key, kind, own, date }: FoundItem) =>
    items.has(key) || (own !== undefined && here.has(`${kind}/${own.id}/${own.created ?? date}`));
  return { items, isKnown };
}

/**
 * Asked for twice it is done once.
 * @throws Conflict when it is not in one of the states, or its undo comes too late
 */
export async function moveOn(
  db: Db,
  id: number,
  { from, change, now }: { from: ImportRow['state'][]; change: Partial<ImportRow>; now: Date },
): Promise<Import> {
  return transact(db, async (trx) => {
    const row = await trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new NotFound(importMessages.notFound);
    if (row.state === change.state) return presentImport(row, now);
    if (!from.includes(row.state)) throw new Conflict(importMessages.notReady);
    if (change.state === 'undoing' && !presentImport(row, now).undoUntil) throw new Conflict(importMessages.tooLate);
    const moved = trx
      .updateTable('imports')
      .set({ ...change, leaseUntil: null, attempts: 0 })
      .where('id', '=', id);
    return presentImport(await moved.returningAll().executeTakeFirstOrThrow(), now);
  });
}

/** One that waits for a worker, or whose worker is gone; null while one is worked on. Reads first: an idle worker writes nothing. */
export async function claimImport({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<ImportRow | null> {
  const now = clock.now().toISOString();
  const waiting = db.selectFrom('imports').selectAll().where('state', 'in', ['reading', 'importing', 'undoing']);
  const rows = await waiting.orderBy('id').execute();
  const [open] = rows;
  if (!open || rows.some(({ leaseUntil }) => leaseUntil !== null && leaseUntil >= now)) return null;
  if (open.attempts >= mostAttempts) {
    await endImport(db, open.id, { state: 'failed', error: importMessages.stopped }, clock.now());
    return null;
  }
  const claimed = await db
    .updateTable('imports')
    .set({ leaseUntil: leaseEnd(clock.now()), attempts: open.attempts + 1 })
    .where('id', '=', open.id)
    .where('attempts', '=', open.attempts)
    .where('state', '=', open.state)
    .where((is) => is.or([is('leaseUntil', 'is', null), is('leaseUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

export async function renewImport(db: Db, id: number, now: Date | null): Promise<void> {
  await db
    .updateTable('imports')
    .set({ leaseUntil: now && leaseEnd(now) })
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'importing', 'undoing'])
    .execute();
}

export async function keepProgress(db: Db, id: number, made: Made): Promise<void> {
  await db
    .updateTable('imports')
    .set({ made: JSON.stringify(made), done: made.items.length, attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', 'importing')
    .execute();
}

export async function endImport(db: Db, id: number, change: Partial<ImportRow>, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...change, leaseUntil: null, endedAt: now.toISOString() })
    .where('id', '=', id)
    .execute();
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
