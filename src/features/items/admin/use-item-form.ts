import { useState } from 'react';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { type FocalPoint, noFocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import { capitalised } from '#shared/text.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { isUnsaved } from '#ui/drafts/form-draft.ts';
import { type Draft, useDraft } from '#ui/drafts/use-draft.ts';
import type { Kind } from '../kind.ts';
import type { Item } from './save-item.ts';
import { type PictureValues, type Sent, savedAs, useItemSave } from './use-item-save.ts';

/** The props of the form of a kind. */
export type ItemFormProps<T> = {
  /** Null for a new item. Another item needs another `key`. */
  item: T | null;
  onSaved: () => void;
  onClose: () => void;
  /** Called after a save; the form continues with this item. */
  onStay: (item: T) => void;
  /** Loads someone else's version into the form. */
  onLoadLatest: (item: { id: number }) => void;
  /** The item that a new one copies, and a way to start such a copy; only on screens with duplicates. */
  copyOf?: T | null;
  onDuplicate?: (item: T) => void;
};

type Form<T extends Item, V extends PictureValues, I extends object> = ItemFormProps<T> & {
  kind: Kind;
  start: V;
  /** The alert that stops the form, or null. */
  problem: (values: V) => string | null;
  /** The body of the call. */
  input: (values: V) => I;
  /** Asks before a save over `saved`; returns extra input to send, or null to cancel. */
  ask?: (input: I, saved: T | null) => Promise<object | null>;
  /** The public path; null if visitors do not see it. */
  pathOf?: (saved: T) => string | null;
};

export type ItemFormState<T extends Item, V extends PictureValues> = ReturnType<typeof useItemForm<T, V, object>>;

/** A form of one item with one picture, checked and saved. */
export function useItemForm<T extends Item, V extends PictureValues, I extends object>(form: Form<T, V, I>) {
  const { kind, item: start } = form;
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const draft = useDraft<V>(savedAs(kind, start, form.start));
  const saving = useItemSave<T, V>({ ...form, start, draft });
  const { savedAt, submit, keepWriting } = useItemSubmit(form, { draft, saving, isReadingPicture, setFailure, close });
  const { values } = draft;
  const problem = form.problem(values);

  function change(part: Partial<V>, file?: File | null) {
    setFailure(null);
    draft.change(part, file);
  }

  function close() {
    draft.finish();
    form.onClose();
  }

  async function cancel() {
    if (await draft.mayDiscard()) close();
  }

  const picture = pictureFieldProps({ ...draft, change }, setIsReadingPicture);
  const { offers, kept } = draft;
  const { item } = saving;
  const { isBusy } = saving.busy;
  const state = { kind, item, values, problem, isBusy, isReadingPicture, failure, offers, kept, savedAt, picture };
  return { ...state, draft, change, submit, keepWriting, cancel };
}

type Submitting<T extends Item, V extends PictureValues> = {
  draft: Draft<V>;
  saving: ReturnType<typeof useItemSave<T, V>>;
  isReadingPicture: boolean;
  setFailure: (failure: string | null) => void;
  close: () => void;
};

/** Saves what is typed unless something stops it. Then the form closes or stays open. */
function useItemSubmit<T extends Item, V extends PictureValues, I extends object>(
  form: Form<T, V, I>,
  { draft, saving, isReadingPicture, setFailure, close }: Submitting<T, V>,
) {
  const { kind, ask } = form;
  const { latestItem, busy, save, stay } = saving;
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const errorToast = useErrorToast();

  async function submit() {
    if (busy.isBeside()) await busy.besideEnded();
    if (busy.isRunning() || isReadingPicture) return;
    const { stopped, sent } = typed();
    if (stopped) return;
    await busy.run(() =>
      send(sent, (saved) => {
        close();
        toast.success(
          `${capitalised(kind.noun)} saved successfully.`,
          viewItemAction(kind, form.pathOf?.(saved) ?? null),
        );
      }),
    );
  }

  /** Saves while the user keeps typing. */
  async function saveBeside() {
    const { stopped, sent } = typed();
    if (stopped) return errorToast.show(stopped);
    await send(sent, (saved) => {
      stay(saved, sent);
      setSavedAt(new Date().toISOString());
      form.onStay(saved);
    });
  }

  /** The current values, since a press may have waited, and what stops the save. */
  function typed(): { stopped: string | null; sent: Sent<V> } {
    const { values, file } = draft.now.current;
    const stopped = form.problem(values);
    errorToast.dismiss();
    setFailure(stopped);
    return { stopped, sent: { values, file } };
  }

  async function send(sent: Sent<V>, onDone: (saved: T) => void) {
    const input = form.input(sent.values);
    const more = ask ? await busy.untilAnswered(() => ask(input, latestItem())) : {};
    if (more === null) return;
    const end = await save({ ...input, ...more }, sent);
    if ('item' in end) form.onSaved();
    const stopped = 'problem' in end ? end.problem : null;
    setFailure(stopped);
    // Someone who is still typing does not see the end of the form.
    if (stopped && busy.isBeside()) errorToast.show(stopped);
    if (end.is === 'saved') onDone(end.item);
  }

  const keepWriting = () => void busy.runBeside(() => isUnsaved(draft.now.current), saveBeside);
  return { savedAt, submit, keepWriting };
}

/** Opens in a new tab: the form stays as it is. */
export function viewItemAction({ noun }: Kind, path: string | null): ToastOptions {
  if (path === null) return {};
  return { actions: [{ label: `View ${noun}`, onClick: () => void window.open(path, '_blank', 'noopener') }] };
}

/** Props of the picture field. */
export function pictureFieldProps<V extends PictureValues>(
  { values, file, now, change }: Pick<Draft<V>, 'values' | 'file' | 'now' | 'change'>,
  onBusy: (isBusy: boolean) => void,
) {
  return {
    currentUrl: values.imageUrl,
    file,
    focalPoint: {
      value: pickFocalPoint(values),
      stored: pickFocalPoint(now.current.saved.values),
      onChange: (point: FocalPoint) => change(point as Partial<V>),
    },
    onRemove: () => change({ imageUrl: null, ...noFocalPoint } as Partial<V>),
    onFile: (chosen: File | null) => change({}, chosen),
    onLibrary: ({ url }: LibraryPicture) => change({ imageUrl: url, ...noFocalPoint } as Partial<V>, null),
    onBusy,
  };
}
