import { useRef, useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import type { PicturePurpose } from '#shared/picture.ts';
import { errorMessage } from '#ui/loaded.ts';
import { toast } from '#ui/toast.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { uploadFailure, uploadPicture } from './uploads.client.ts';

type Item = { id: number };

export type PictureForm<T extends Item, V> = {
  api: Api;
  purpose: PicturePurpose;
  /** Null for a new one. Another item needs another `key`. */
  item: T | null;
  start: V;
  /** The alert that stops the form, or null. */
  problem: (values: V) => string | null;
  save: (values: V, item: T | null) => Promise<T>;
  setImage: (id: number, imageUrl: string) => Promise<T>;
  texts: { saved: string; failed: string };
  onSaved: () => void;
  onClose: () => void;
};

/** A form of one item with one picture: checked, saved, and only then its new picture uploaded (spec 4). */
export function usePictureForm<T extends Item, V extends object>(form: PictureForm<T, V>) {
  const [item, setItem] = useState(form.item);
  const [values, setValues] = useState(form.start);
  const [file, setFile] = useState<File | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const draft = useKeptDraft(`${form.purpose}-${form.item?.id ?? 'new'}`, values, isDirty);

  function change(part: Partial<V>) {
    setIsDirty(true);
    setFailure(null);
    setValues((now) => ({ ...now, ...part }));
  }

  function restore() {
    const kept = draft.take();
    if (kept) change(kept);
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
    let saved: T;
    try {
      saved = await form.save(values, item);
    } catch (error) {
      return errorMessage(error, form.texts.failed);
    }
    form.onSaved();
    setItem(saved);
    if (file) {
      try {
        await form.setImage(saved.id, (await uploadPicture(form.api, form.purpose, file)).imageUrl);
        form.onSaved();
      } catch (error) {
        draft.forget();
        setIsDirty(false);
        return uploadFailure(error);
      }
    }
    close();
    toast.success(form.texts.saved);
    return null;
  }

  function close() {
    draft.forget();
    form.onClose();
  }

  const picture = { file, onFile: setFile, onBusy: setIsReadingPicture };
  return { item, values, isBusy, isReadingPicture, failure, draft, picture, change, restore, submit, cancel: close };
}
