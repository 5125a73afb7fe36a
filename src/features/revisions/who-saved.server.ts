/** Tells administrators who saved last, and refuses a save that would overwrite someone else's. */
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';

type Saved = { version: number; updatedAt: string; updatedBy: number | null };

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
  const by = await usernameOf(db, existing.updatedBy);
  const isSelf = existing.updatedBy === administratorId;
  const message = isSelf
    ? `You have since saved this ${noun} in another window.`
    : `${by ?? 'Someone else'} saved this ${noun} at the same time as you.`;
  throw new Conflict(message, { by, at: existing.updatedAt, version: existing.version });
}

/** Null for the command line, and for an account that no longer exists. */
export async function usernameOf(db: Db, id: number | null): Promise<string | null> {
  return (await usernamesOf(db, [id])).get(id ?? 0) ?? null;
}

/** The usernames of accounts that still exist. */
export async function usernamesOf(db: Db, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('administrators').select(['id', 'username']).where('id', 'in', known).execute();
  return new Map(rows.map((row) => [row.id, row.username]));
}
