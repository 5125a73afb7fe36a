import { useRef, useState } from 'react';
import { uploadedUrl, uploadNow } from '#features/uploads/field/picture-queue.ts';
import { uploadFailure } from '#features/uploads/uploads.client.ts';
import { type FocalPoint, focalPointOf } from '#shared/picture.ts';
import { useApi } from '#ui/api.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { isRefusal, notSavedYet, type SaveAttempt, saveFailure, saveOnce } from '#ui/drafts/save-once.ts';
import type { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import type { Draft } from '#ui/drafts/use-draft.ts';
import { useSaveOnce } from '#ui/drafts/use-save-once.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { createItemOnce, unsentFocalPoint, updateItem } from '../items.client.ts';
import type { Kind } from '../kind.ts';
import { imageNotSavedYet, setImageOver } from './set-image-over.ts';

export type Item = {
  id: number;
  version: number;
  imageUrl: string | null;
  updatedAt: string;
  updatedBy?: string | null | undefined;
};

/** What every form holds of its picture. */
export type PictureValues = FocalPoint & { imageUrl: string | null };

/** What a form holds at a press; `file` is the chosen picture. */
export type Sent<V> = { values: V; file: File | null };

type Saving<T extends Item, V extends PictureValues> = {
  kind: Kind;
  start: T | null;
  draft: Draft<V>;
  guard: ReturnType<typeof useUnsavedGuard>;
  onSaved: () => void;
  onLoadLatest: (item: { id: number }) => void;
};

/** Saves an item, and only then uploads its new picture and puts it into its place (spec 4). */
export function useItemSave<T extends Item, V extends PictureValues>({ kind, draft, guard, ...given }: Saving<T, V>) {
  const api = useApi();
  const { owner } = useEditing();
  const [item, setShown] = useState(given.start);
  // A press may wait for a save that makes the item.
  const latest = useRef(given.start);
  const busy = useBusy();
  const { beginSave, saveRefused } = useSaveOnce(draft, (isAsking) => busy.setIsBusy(!isAsking));

  function setItem(saved: T) {
    latest.current = saved;
    setShown(saved);
  }

  /** Returns why it stopped; null when all is saved, or when somebody else's version is loaded instead. */
  async function save(input: object, { values, file }: Sent<V>, onDone: (saved: T) => void): Promise<string | null> {
    // A chosen picture comes after this save, whatever stands there now.
    const mine = () => (file ? { ...input, imageUrl: undefined, ...unsentFocalPoint } : input);
    const attempt = beginSave(mine, file, () => uploadedUrl(file));
    const sent = file ? { ...input, ...unsentFocalPoint } : input;
    // A picture that follows has the last word: until then the draft is the only place where it stands.
    const ending = file ? {} : { draft: attempt.draft };
    try {
      const done = await saveOnce({
        ...attempt,
        item: latest.current,
        create: () => createItemOnce<T>(api, kind, sent, { key: attempt.key, ...ending }),
        update: (id, version) =>
          updateItem<T>(api, kind, id, {
            input: version === null ? sent : { ...sent, version },
            ...ending,
          }),
      });
      given.onSaved();
      if (done.end === 'keep editing') return notSavedYet;
      if (done.end === 'load latest') return loadLatest(done.item);
      setItem(done.item);
      const pictured = file ? await addPicture(attempt, done.item, { values, file }) : { item: done.item };
      if (pictured === 'load latest') return loadLatest(done.item);
      if ('problem' in pictured) return pictured.problem;
      setItem(pictured.item);
      onDone(pictured.item);
      return null;
    } catch (error) {
      if (isRefusal(error)) saveRefused();
      return saveFailure(error, `Failed to save ${kind.noun}`);
    }
  }

  function loadLatest(item: T): null {
    guard.setAside();
    given.onLoadLatest(item);
    return null;
  }

  type Pictured = { item: T } | { problem: string } | 'load latest';

  /** Returns why it is not in its place; the item is saved without it. */
  async function addPicture(attempt: SaveAttempt, saved: T, { values, file }: { values: V; file: File }) {
    const without = (problem: string): Pictured => {
      rebase(saved, { ...values, ...focalPointOf(draft.now.current.saved.values) });
      return { problem };
    };
    try {
      const queued = { owner, draft: draft.now.current.key, id: coverId, purpose: kind.name, file };
      const picture = { imageUrl: await uploadNow({ api, ...queued }), ...focalPointOf(values) };
      const set = await setImageOver(api, kind, { item: saved, picture, attempt });
      if (set.end === 'keep editing') return without(imageNotSavedYet);
      if (set.end !== 'saved') return 'load latest';
      given.onSaved();
      return { item: set.saved };
    } catch (error) {
      return without(uploadFailure(error));
    }
  }

  /** What was sent is saved; what was typed since is not. */
  function stay(saved: T, { values, file }: Sent<V>) {
    const { imageUrl } = saved;
    const { file: chosen } = draft.now.current;
    // One that was chosen meanwhile comes after the one that is saved now.
    if (file && chosen) draft.change({ imageUrl } as Partial<V>, chosen === file ? null : chosen);
    rebase(saved, file ? { ...values, imageUrl } : values);
  }

  function rebase(saved: T, sent: V) {
    draft.rebase({ form: formName(kind, saved.id), version: saved.version, values: sent, savedBy: saved.updatedBy });
  }

  return { item, latestItem: () => latest.current, busy, save, stay };
}

/** The name of its drafts and its history: 'events-7'. */
export function formName({ name }: Kind, id: number | null): string {
  return `${name}-${id ?? 'new'}`;
}
