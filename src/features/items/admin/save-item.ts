import { uploadFailureSentence } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import type { FocalPoint } from '#shared/item-picture.ts';
import {
  type ConflictResolution,
  notSavedYet,
  type SavedItem,
  saveFailureText,
  saveResolvingConflicts,
} from '#ui/saving/saving.ts';
import { unsentFocalPoint } from '../items.client.ts';
import type { Kind } from '../kind.ts';

export type Item = SavedItem & { imageUrl: string | null };

export type SaveEnd<T> =
  | { is: 'saved'; item: T }
  /** Saved without its new picture. */
  | { is: 'not pictured'; item: T; problem: string }
  /** `error` is null when the user chose to keep editing. */
  | { is: 'not saved'; problem: string; error: unknown }
  /** The administrator chose someone else's version. */
  | { is: 'given up'; item: T };

type Picture = FocalPoint & { upload: () => Promise<string> };

type Saving<T> = {
  api: Api;
  kind: Kind;
  /** Null creates. */
  item: T | null;
  /** Names the creation: the server answers the same item to the same key. */
  key: string;
  /** The version that was edited, null for a new item. */
  version: number | null;
  resolveConflict: (conflict: SaveConflict, id: number) => Promise<ConflictResolution>;
  input: object;
  /** The chosen picture; null without one. */
  picture: Picture | null;
};

/** Saves, and only then puts the new picture into its place (A3). Stops at the first failure. */
export async function saveItemWithPicture<T extends Item>(saving: Saving<T>): Promise<SaveEnd<T>> {
  const { kind, picture } = saving;
  try {
    const done = await saveOnce(saving);
    if (done.end === 'keep editing') return { is: 'not saved', problem: notSavedYet, error: null };
    if (done.end === 'load latest') return { is: 'given up', item: done.item };
    return picture ? await setPicture(saving, done.item, picture) : { is: 'saved', item: done.item };
  } catch (error) {
    return { is: 'not saved', problem: saveFailureText(error, `Failed to save ${kind.noun}`), error };
  }
}

/** Creates once, however often the button is pressed, and never silently overwrites someone else's save. */
async function saveOnce<T extends Item>({ api, kind, key, input, picture, resolveConflict, ...edited }: Saving<T>) {
  const path = `/${kind.name}/admin`;
  const sent = picture ? { ...input, ...unsentFocalPoint } : input;
  let { item, version } = edited;
  if (!item) {
    // It ends the draft, too.
    const { made, isReplayed } = await api.create<T>(path, sent, key);
    if (!isReplayed) return { end: 'saved' as const, item: made };
    item = made;
    version = made.version;
    // The answer was lost, or another device has made it of the same text: this content may not be in it.
    const conflict = { by: made.updatedBy ?? null, at: made.updatedAt, version };
    const resolution = await resolveConflict(conflict, made.id);
    if (resolution !== 'overwrite') return { end: resolution, item };
  }
  const { id } = item;
  const done = await saveResolvingConflicts<T>({
    version,
    save: (over) => api.call('PUT', `${path}/${id}`, over === null ? sent : { ...sent, version: over }),
    resolveConflict: (conflict) => resolveConflict(conflict, id),
  });
  return { item, ...done };
}

/** Asks when someone has saved the item since. */
async function setPicture<T extends Item>(
  { api, kind, resolveConflict }: Saving<T>,
  item: T,
  { upload, ...point }: Picture,
): Promise<SaveEnd<T>> {
  try {
    const picture = { ...point, imageUrl: await upload() };
    const set = await saveResolvingConflicts<T>({
      version: item.version,
      save: (version) =>
        api.call('PUT', `/${kind.name}/admin/${item.id}/image`, { ...picture, ...(version !== null && { version }) }),
      resolveConflict: (conflict) => resolveConflict(conflict, item.id),
    });
    // The save's own answer says who is told.
    if (set.end === 'saved') return { is: 'saved', item: { ...item, ...set.item } };
    if (set.end === 'load latest') return { is: 'given up', item };
    return { is: 'not pictured', item, problem: 'Someone saved another image in the meantime. Yours is still here.' };
  } catch (error) {
    return { is: 'not pictured', item, problem: uploadFailureSentence(error) };
  }
}
