import { uploadFailureSentence } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { FocalPoint } from '#shared/item-picture.ts';
import {
  notSavedYet,
  type SaveAttempt,
  type SavedItem,
  saveFailureText,
  saveOnce,
  saveResolvingConflicts,
} from '#ui/saving/save-once.ts';
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
  attempt: SaveAttempt;
  input: object;
  /** The chosen picture; null without one. */
  picture: Picture | null;
};

/** Saves, and only then puts the new picture into its place (A3). Stops at the first failure. */
export async function saveItemWithPicture<T extends Item>(saving: Saving<T>): Promise<SaveEnd<T>> {
  const { api, kind, item, attempt, input, picture } = saving;
  const sent = picture ? { ...input, ...unsentFocalPoint } : input;
  const path = `/${kind.name}/admin`;
  try {
    const done = await saveOnce<T>({
      ...attempt,
      item,
      // It ends the draft, too.
      create: (key) => api.create<T>(path, sent, key),
      update: (id, version) => api.call('PUT', `${path}/${id}`, version === null ? sent : { ...sent, version }),
    });
    if (done.end === 'keep editing') return { is: 'not saved', problem: notSavedYet, error: null };
    if (done.end === 'load latest') return { is: 'given up', item: done.item };
    return picture ? await setPicture(saving, done.item, picture) : { is: 'saved', item: done.item };
  } catch (error) {
    return { is: 'not saved', problem: saveFailureText(error, `Failed to save ${kind.noun}`), error };
  }
}

/** Asks when someone has saved the item since. */
async function setPicture<T extends Item>(
  { api, kind, attempt }: Saving<T>,
  item: T,
  { upload, ...point }: Picture,
): Promise<SaveEnd<T>> {
  try {
    const picture = { ...point, imageUrl: await upload() };
    const set = await saveResolvingConflicts<T>({
      version: item.version,
      save: (version) =>
        api.call('PUT', `/${kind.name}/admin/${item.id}/image`, { ...picture, ...(version !== null && { version }) }),
      resolveConflict: (conflict) => attempt.resolveConflict(conflict, item.id),
    });
    // The save's own answer says who is told.
    if (set.end === 'saved') return { is: 'saved', item: { ...item, ...set.item } };
    if (set.end === 'load latest') return { is: 'given up', item };
    return { is: 'not pictured', item, problem: 'Someone saved another image in the meantime. Yours is still here.' };
  } catch (error) {
    return { is: 'not pictured', item, problem: uploadFailureSentence(error) };
  }
}
