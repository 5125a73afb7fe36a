import { useRef, useState } from 'react';
import { uploadNow } from '#features/uploads/field/picture-queue.ts';
import { uploadFailure } from '#features/uploads/uploads.client.ts';
import { capitalised } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { isRefusal, notSavedYet, saveFailure, saveOnce } from '#ui/drafts/save-once.ts';
import { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import { useDraft } from '#ui/drafts/use-draft.ts';
import { useSaveOnce } from '#ui/drafts/use-save-once.ts';
import { createItem, setItemImage, updateItem } from '../items.client.ts';
import type { Kind } from '../kind.ts';

type Item = { id: number; version: number; updatedBy?: string | null | undefined };

export type ItemForm<T extends Item, V, I extends object> = {
  kind: Kind;
  /** Null for a new one. Another item needs another `key`. */
  item: T | null;
  start: V;
  /** The alert that stops the form, or null. */
  problem: (values: V) => string | null;
  /** What is sent. */
  input: (values: V) => I;
  onSaved: () => void;
  onClose: () => void;
  /** Somebody else's version is wanted in the form. */
  onLoadLatest: (item: { id: number }) => void;
};

/** A form of one item with one picture: checked, saved, and only then its new picture uploaded (spec 4). */
export function useItemForm<T extends Item, V extends object, I extends object>(form: ItemForm<T, V, I>) {
  const { kind } = form;
  const api = useApi();
  const [item, setItem] = useState(form.item);
  const [isBusy, setIsBusy] = useState(false);
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const { owner } = useEditing();
  const name = (id: number | null) => `${kind.name}-${id ?? 'new'}`;
  const draft = useDraft<V>({
    form: name(form.item?.id ?? null),
    values: form.start,
    version: form.item?.version ?? null,
    savedBy: form.item?.updatedBy,
  });
  const guard = useUnsavedGuard(draft);
  const { beginSave, saveRefused } = useSaveOnce(draft, (isAsking) => setIsBusy(!isAsking));
  const { values, file } = draft;

  function change(part: Partial<V>) {
    setFailure(null);
    draft.change(part);
  }

  async function submit() {
    if (running.current || isReadingPicture) return;
    const problem = form.problem(values);
    setFailure(problem);
    if (problem) return;
    running.current = true;
    setIsBusy(true);
    setFailure(await saveAll());
    running.current = false;
    setIsBusy(false);
  }

  /** Null when all went well; then the form is closed. */
  async function saveAll(): Promise<string | null> {
    const input = form.input(values);
    // A chosen picture comes after this save, whatever stands there now.
    const attempt = beginSave(() => (file ? { ...input, imageUrl: undefined } : input));
    try {
      const done = await saveOnce({
        ...attempt,
        item,
        create: (key) => createItem<T>(api, kind, input, key),
        update: (id, version) => updateItem<T>(api, kind, id, version === null ? input : { ...input, version }),
      });
      form.onSaved();
      if (done.end === 'saved') return await addPicture(done.item);
      if (done.end === 'keep editing') return notSavedYet;
      guard.setAside();
      form.onLoadLatest(done.item);
      return null;
    } catch (error) {
      if (isRefusal(error)) saveRefused();
      return saveFailure(error, `Failed to save ${kind.noun}`);
    }
  }

  async function addPicture(saved: T): Promise<string | null> {
    setItem(saved);
    if (file) {
      try {
        const imageUrl = await uploadNow({
          api,
          owner,
          draft: draft.now.current.id,
          id: coverId,
          purpose: kind.name,
          file,
        });
        await setItemImage(api, kind, saved.id, imageUrl);
        form.onSaved();
      } catch (error) {
        draft.rebase({ form: name(saved.id), values, version: saved.version });
        return uploadFailure(error);
      }
    }
    guard.finish();
    form.onClose();
    toast.success(`${capitalised(kind.noun)} saved successfully.`);
    return null;
  }

  async function cancel() {
    if (!(await guard.mayDiscard())) return;
    guard.finish();
    form.onClose();
  }

  const picture = {
    file,
    onFile: (chosen: File | null) => draft.change({}, chosen),
    onBusy: setIsReadingPicture,
  };
  return { item, values, isBusy, isReadingPicture, failure, offers: draft.offers, picture, change, submit, cancel };
}
