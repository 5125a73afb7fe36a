import { useEffect, useRef, useState } from 'react';
import { formNameOf } from '#features/drafts/draft.ts';
import { previewUrlOf } from '#features/uploads/field/picture-preview-url.ts';
import { queuePicture, uploadedUrl, uploadNow } from '#features/uploads/field/picture-upload-queue.ts';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import { type FocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import { useApi } from '#ui/api-context.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { type Mine, useDraftsContext } from '#ui/drafts/drafts-context.ts';
import type { Saved } from '#ui/drafts/form-draft.ts';
import { isRefusal } from '#ui/drafts/save-once.ts';
import type { Draft } from '#ui/drafts/use-draft.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { unsentFocalPoint } from '../items.client.ts';
import type { Kind } from '../kind.ts';
import { type Item, type SaveEnd, saveItemWithPicture } from './save-item.ts';

/** What every form holds of its picture. */
export type PictureValues = FocalPoint & { imageUrl: string | null };

/** What a form holds at a press; `file` is the chosen picture. */
export type Sent<V> = { values: V; file: File | null };

type Saving<T extends Item, V extends PictureValues> = {
  kind: Kind;
  start: T | null;
  draft: Draft<V>;
  /** Loads someone else's version into the form. */
  onLoadLatest: (item: T) => void;
};

/** Saves a form's values, and lets the form continue. */
export function useItemSave<T extends Item, V extends PictureValues>({ kind, draft, ...given }: Saving<T, V>) {
  const api = useApi();
  const { owner, resolveConflict } = useDraftsContext();
  const [item, setShown] = useState(given.start);
  // A press may wait for the save that creates the item.
  const latest = useRef(given.start);
  const busy = useBusy();

  const { now, file: chosen } = draft;

  // Uploads at once, so that the draft and the save have it.
  useEffect(() => {
    const { key } = now.current;
    if (chosen) queuePicture({ api, owner, draft: key, id: coverId, purpose: kind.name, file: chosen });
  }, [api, owner, kind.name, now, chosen]);

  function setItem(saved: T) {
    latest.current = saved;
    setShown(saved);
  }

  /** `compared`: the values a conflict shows, without those saved by their own call. */
  async function save(input: object, { values, file }: Sent<V>, compared = input): Promise<SaveEnd<T>> {
    const { key, version, saved, id } = now.current;
    const mine = storeSent(draft, compared, file);
    const attempt = {
      key,
      version,
      draft: id,
      resolveConflict: (conflict: SaveConflict, itemId: number) =>
        busy.untilAnswered(() => resolveConflict(formNameOf({ kind: kind.name, entityId: itemId }), conflict, mine())),
    };
    const queued = file && { owner, draft: key, id: coverId, purpose: kind.name, file };
    const picture = queued && { ...pickFocalPoint(values), upload: () => uploadNow({ api, ...queued }) };
    const end = await saveItemWithPicture<T>({ api, kind, item: latest.current, attempt, input, picture });
    // After a refusal nothing exists under this key.
    if (end.is === 'not saved' && isRefusal(end.error)) draft.set({ sent: null });
    if ('item' in end) setItem(end.item);
    if (end.is === 'not pictured')
      draft.rebase(savedAs(kind, end.item, { ...values, ...pickFocalPoint(saved.values) }));
    if (end.is === 'given up') {
      draft.setAside();
      given.onLoadLatest(end.item);
    }
    return end;
  }

  /** Marks the sent values as saved; later typing stays unsaved. */
  function stay(saved: T, { values, file }: Sent<V>) {
    const { imageUrl } = saved;
    const { file: latestFile } = now.current;
    // A picture chosen in the meantime replaces the one just saved.
    if (file && latestFile) draft.change({ imageUrl } as Partial<V>, latestFile === file ? null : latestFile);
    draft.rebase(savedAs(kind, saved, file ? { ...values, imageUrl } : values));
  }

  return { item, latestItem: () => latest.current, setItem, busy, save, stay };
}

/** Stores the values before sending them, so that a reload in between loses nothing. Returns the values a conflict shows. */
function storeSent<V extends PictureValues>(draft: Draft<V>, compared: object, file: File | null): () => Mine {
  const { sent, values } = draft.now.current;
  // A chosen picture is uploaded after the save, whatever the field contains.
  const unsaved = file ? { ...compared, imageUrl: undefined, ...unsentFocalPoint } : compared;
  draft.set({ sent: unsaved });
  draft.storeHere();
  return () => {
    const imageUrl = file && previewUrlOf(file);
    const uploaded = uploadedUrl(file);
    const pictures = [values.imageUrl, ...(uploaded === null ? [] : [uploaded])];
    return { unsaved: imageUrl ? { ...unsaved, imageUrl } : unsaved, sent, pictures };
  };
}

/** What the server has of a form; null for a new item. */
export function savedAs<V>({ name }: Kind, item: Item | null, values: V): Saved<V> {
  const form = formNameOf({ kind: name, entityId: item?.id ?? 0 });
  return { form, values, version: item?.version ?? null, savedBy: item?.updatedBy };
}
