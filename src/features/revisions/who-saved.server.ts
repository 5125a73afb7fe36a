/** Tells administrators who saved last, and refuses a save that would overwrite someone else's. */
import type { Viewer } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';

type Saved = { version: number; updatedAt: string; updatedBy: number | null };

/** Returns a function that gives the username of a row's last save; null for visitors. */
export async function loadEditorNames(
  db: Db,
  rows: { updatedBy: number | null }[],
  viewer: Viewer,
): Promise<(row: { updatedBy: number | null }) => { updatedBy?: string | null }> {
  if (viewer === 'visitors') return () => ({});
  const names = await usernamesOf(
    db,
    rows.map((row) => row.updatedBy),
  );
  return ({ updatedBy }) => ({ updatedBy: names.get(updatedBy ?? 0) ?? null });
}

type Given = {
  /** The version that the form was filled with; without one nothing is checked. */
  version: number | undefined;
  administratorId: number;
  /** The noun in the sentence: 'article'. */
  noun: string;
};

/** @throws Conflict with who saved when */
export async function refuseStale(db: Db, existing: Saved, { version, administratorId, noun }: Given): Promise<void> {
  if (version === undefined || version === existing.version) return;
  const by = (await usernamesOf(db, [existing.updatedBy])).get(existing.updatedBy ?? 0) ?? null;
  const isSelf = existing.updatedBy === administratorId;
  const message = isSelf
    ? `You have since saved this ${noun} in another window.`
    : `${by ?? 'Someone else'} saved this ${noun} at the same time as you.`;
  throw new Conflict(message, { by, at: existing.updatedAt, version: existing.version });
}

/** The usernames of accounts that still exist. */
export async function usernamesOf(db: Db, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('administrators').select(['id', 'username']).where('id', 'in', known).execute();
  return new Map(rows.map((row) => [row.id, row.username]));
}
