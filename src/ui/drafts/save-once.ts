import { ConnectionLost, type Created } from '#shared/api-client.ts';
import { ApiError, type SaveConflict } from '#shared/api-error.ts';
import { isStorageRefusal } from '#shared/outage.ts';
import { toast } from '../dialogs/toast.tsx';
import type { ConflictResolution } from './editing-context.ts';

/** `merged`: what the server says when somebody has saved meanwhile and both changes are saved. */
type Item = { id: number; version: number; updatedAt: string; updatedBy?: string | null | undefined; merged?: string };

/** What is known of the draft that is saved; `useSaveOnce` makes it. */
export type SaveAttempt = {
  /** The version that was edited, null for a new item. */
  version: number | null;
  /** Names the creation: the server answers the same item to the same key. */
  key: string;
  /** Of this save, at the end, and of those before it whose answers never came. */
  saves: string[];
  /** Whether the item's first version is what this form has sent before: the answer was lost. */
  isOwnCreation: (id: number) => Promise<boolean>;
  resolveConflict: (conflict: SaveConflict, id: number) => Promise<ConflictResolution>;
};

type Saving<T> = SaveAttempt & {
  item: T | null;
  create: (key: string) => Promise<Created<T>>;
  update: (id: number, version: number | null) => Promise<T>;
};

type NotSaved = { end: Exclude<ConflictResolution, 'overwrite'> };
export type Saved<T> = ({ end: 'saved' } | NotSaved) & { item: T };
type SavedOver<T> = { end: 'saved'; saved: T } | NotSaved;

/**
 * Creates once, however often the button is pressed, and never overwrites silently what somebody else has saved.
 * @throws what the calls throw, except conflicts
 */
export async function saveOnce<T extends Item>(saving: Saving<T>): Promise<Saved<T>> {
  let { item, version } = saving;
  if (!item) {
    const { made, isReplayed } = await saving.create(saving.key);
    if (!isReplayed) return { end: 'saved', item: made };
    item = made;
    version = 1;
    if (!(await saving.isOwnCreation(made.id))) {
      // Another device has made it of the same text: this content is not in it.
      const resolution = await saving.resolveConflict(conflictWith(made), made.id);
      if (resolution !== 'overwrite') return { end: resolution, item };
      version = made.version;
    }
  }
  const { id } = item;
  const done = await saveOver({
    version,
    save: async (over) => {
      const saved = await saving.update(id, over);
      if (saved.merged) toast.info(saved.merged);
      return saved;
    },
    resolveConflict: (conflict) => saving.resolveConflict(conflict, id),
  });
  return done.end === 'saved' ? { end: 'saved', item: done.saved } : { end: done.end, item };
}

function conflictWith({ updatedBy = null, updatedAt: at, version }: Item): SaveConflict {
  return { by: updatedBy, at, version };
}

/** Of a later call the answer, for a form that was merged before it. */
export function stillMerged<T extends Item>({ merged }: T, saved: T): T {
  return merged ? { merged, ...saved } : saved;
}

/** Of forms; these mean something together only: changed by both, they are one place. `merging.server.ts` has those of items. */
const together: readonly (readonly string[])[] = [
  ['imageUrl', 'imageFocalX', 'imageFocalY'],
  ['date', 'time', 'isAllDay', 'endDate', 'endTime'],
];

type Sides<V> = { sent: V; typed: V; stored: V };

/**
 * After a save that was merged: what the form goes on from, `saved`, and what it holds, with what was typed since it was `sent` on top.
 * Null where somebody else has changed the same.
 */
export function typedOnTop<V extends object>({ sent, typed, stored }: Sides<V>): { saved: V; values: V } | null {
  const saved = { ...sent, ...stored };
  const values = { ...typed, ...stored };
  const names = Object.keys(typed) as (keyof V & string)[];
  // The site trims: whoever goes on typing keeps the space.
  const theirs = names.filter((name) => asStored(stored[name]) !== asStored(sent[name]));
  const mine = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]));
  const isIn = (side: string[]) => (name: string) => side.includes(name);
  if (mine.filter(isIn(theirs)).some((name) => asStored(typed[name]) !== asStored(stored[name]))) return null;
  if (together.some((group) => group.some(isIn(mine)) && group.some(isIn(theirs)))) return null;
  for (const name of names) {
    if (isIn(mine)(name) || !isIn(theirs)(name)) values[name] = typed[name];
    if (!isIn(theirs)(name)) saved[name] = sent[name];
  }
  return { saved, values };
}

function asStored(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null));
}

type SavingOver<T> = {
  version: number | null;
  save: (version: number | null) => Promise<T>;
  resolveConflict: (conflict: SaveConflict) => Promise<ConflictResolution>;
};

/** Saves over `version`, and over what somebody else has saved meanwhile only when that is the resolution. */
export async function saveOver<T>({ version, save, resolveConflict }: SavingOver<T>): Promise<SavedOver<T>> {
  try {
    return { end: 'saved', saved: await save(version) };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.conflict) throw error;
    const resolution = await resolveConflict(error.conflict);
    if (resolution !== 'overwrite') return { end: resolution };
    return saveOver({ version: error.conflict.version, save, resolveConflict });
  }
}

/** After the choice to go on editing. */
export const notSavedYet = 'Your changes are not saved yet: somebody else has saved meanwhile.';

export function saveFailure(error: unknown, fallback: string): string {
  if (error instanceof ConnectionLost) return error.message;
  if (error instanceof ApiError && error.status === 404)
    return 'It has been deleted meanwhile. Restore it from the bin, then save again.';
  return error instanceof ApiError && isForPeople(error) && error.message ? error.message : fallback;
}

function isForPeople({ status, code }: ApiError): boolean {
  return status < 500 || isStorageRefusal(code);
}

/** True when the server refused: it has stored nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
