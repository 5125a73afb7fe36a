import { useEffect, useState } from 'react';
import { formNameOf, newFormName } from '#features/drafts/draft.ts';
import { type DraftState, savingDraft } from '#features/drafts/draft-sender.ts';
import { type Mine, useDraftsContext } from '#features/drafts/drafts-context.ts';
import { type Saved, useDraft } from '#features/drafts/use-draft.ts';
import { previewUrlOf } from '#features/uploads/field/picture-preview-url.ts';
import {
  forgetPicture,
  queuePicture,
  uploadNow,
  usePictureState,
} from '#features/uploads/field/picture-upload-queue.ts';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { type FocalPoint, noFocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import { useApi } from '#ui/api-context.ts';
import { createStore } from '#ui/create-store.ts';
import { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useLeaveGuard, useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { isRefusal } from '#ui/saving/saving.ts';
import { unsentFocalPoint } from '../items.client.ts';
import type { Kind } from '../kind.ts';
import { type Item, type SaveEnd, saveItemWithPicture } from './save-item.ts';

/** What every form holds of its picture. */
export type PictureValues = FocalPoint & { imageUrl: string | null };

/** What a form holds at a press; `file` is the picture chosen in this form. */
export type Sent<V> = { values: V; file: File | null };

export type Failure = { alert: string; detail?: string };

type Press<V> = {
  /** What stops it, or null. */
  check: (sent: Sent<V>) => Failure | null;
  work: (sent: Sent<V>) => Promise<unknown>;
};

/** The item that a screen has in its form. Another one needs another React `key`. */
export type EditedItem<T> = {
  /** Null for a new one. */
  item: T | null;
  /** Names the creation of a new item. */
  newKey: string;
  /** The item that the new one copies. */
  copyOf: T | null;
  /** Shows the form of a new item that begins like this one. */
  startCopy: (item: T) => void;
  /** Something is typed into an empty form: the URL names it. */
  begin: () => void;
  /** Shows an empty form, unless the form holds another item by now. */
  clear: () => void;
  /** Shows the item as the server has it. */
  reload: (item: { id: number }) => void;
  /** The form has saved this and stays as it is: caret, scroll and undo. */
  adopt: (item: T) => void;
};

export type Editing<T extends Item, V extends PictureValues> = {
  kind: Kind;
  edited: EditedItem<T>;
  /** The values of the saved item. */
  start: V;
  /** Makes the values of a draft those of the form. */
  open?: (values: V) => V;
};

type State<T> = { item: T | null; file: File | null; failure: Failure | null; savedAt: string | null };

/** The form of one item with one picture: what is typed, what is saved, and why the last press was stopped. */
export function useItemEditing<T extends Item, V extends PictureValues>(given: Editing<T, V>) {
  const { kind, edited } = given;
  const api = useApi();
  const { resolveConflict } = useDraftsContext();
  const { mayDiscard } = useLeaveGuard();
  const busy = useBusy();
  const errorToast = useErrorToast();
  const savedAs = (item: T | null, values: V): Saved<V> => ({
    form: item ? formNameOf(kind.name, item.id) : newFormName(kind.name, edited.newKey),
    values,
    version: item?.version ?? null,
  });
  const draft = useDraft<V>({ saved: savedAs(edited.item, given.start), open: given.open });
  const [store] = useState(() =>
    createStore<State<T>>({ item: edited.item, file: null, failure: null, savedAt: null }),
  );
  const { item, file, failure, savedAt } = store.useValue();
  const set = (part: Partial<State<T>>) => store.set({ ...store.get(), ...part });
  const setFailure = (next: Failure | null) => set({ failure: next });
  const { get } = draft;
  useUploading({ api, purpose: kind.name, file }, (imageUrl) => draft.change({ imageUrl } as Partial<V>));
  const isBegun = draft.isDirty && item === null;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it begins
  useEffect(() => void (isBegun && edited.begin()), [isBegun]);

  /** Without its new picture a form has the saved one. */
  function change(part: Partial<V>, picture = store.get().file) {
    const { imageUrl } = get().saved.values;
    const isDropped = picture === null && store.get().file !== null;
    if (store.get().failure) errorToast.dismiss();
    set({ failure: null, file: picture });
    draft.change(isDropped ? { imageUrl, ...part } : part);
  }

  /** Does the work for the form as it is when pressed, unless something stops it. */
  async function press({ check, work }: Press<V>) {
    // Else at once: what is wrong is marked before the field gets the focus.
    if (busy.isBeside()) await busy.besideEnded();
    if (!busy.isRunning()) await begin({ check, work: (sent) => busy.run(() => work(sent)) });
  }

  /** The same while the user keeps typing. */
  function pressBeside(by: Press<V>) {
    return busy.runBeside(draft.hasUnsaved, () => begin(by));
  }

  async function begin({ check, work }: Press<V>) {
    const sent = { values: get().values, file: store.get().file };
    const stopped = check(sent);
    errorToast.dismiss();
    setFailure(null);
    await (stopped ? fail(stopped) : work(sent));
  }

  function fail(why: Failure) {
    setFailure(why);
    // Someone who is still typing does not see the end of the form.
    if (busy.isBeside()) errorToast.show(why.alert);
  }

  /** `compared`: the values a conflict shows, without those saved by their own call. */
  async function save(input: object, { values, file: chosen }: Sent<V>, compared = input): Promise<SaveEnd<T>> {
    const { version, saved, sent: before } = get();
    // A new picture is set after the save, whatever the field contains.
    const unsaved = chosen ? { ...compared, imageUrl: undefined, ...unsentFocalPoint } : compared;
    draft.sending(unsaved);
    const mine = (): Mine => {
      const preview = chosen && previewUrlOf(chosen);
      const pictures = [saved.values.imageUrl, get().values.imageUrl];
      return { unsaved: preview ? { ...unsaved, imageUrl: preview } : unsaved, sent: before, pictures };
    };
    const end = await saveItemWithPicture<T>({
      api,
      kind,
      item: store.get().item,
      key: edited.newKey,
      version,
      resolveConflict: (conflict, id) =>
        busy.untilAnswered(() => resolveConflict(formNameOf(kind.name, id), conflict, mine())),
      // With its address, where it is uploaded: the next call may never be made.
      input,
      picture: chosen && {
        ...pickFocalPoint(values),
        upload: () => uploadNow({ api, purpose: kind.name, file: chosen }),
      },
    });
    // After a refusal nothing exists under this key.
    if (end.is === 'not saved' && isRefusal(end.error)) draft.refused();
    if ('item' in end) set({ item: end.item });
    if (end.is === 'not pictured') {
      const { imageUrl } = end.item;
      draft.answered(savedAs(end.item, { ...values, imageUrl, ...pickFocalPoint(saved.values) }));
    }
    if (end.is === 'given up') {
      const takeTheirs = () => edited.reload(end.item);
      await draft.discard(takeTheirs).catch(takeTheirs);
    }
    return end;
  }

  /** The form continues with the saved item; later typing stays unsaved. */
  function stay(saved: T, { values, file: savedFile }: Sent<V>) {
    const { imageUrl } = saved;
    // A picture chosen in the meantime replaces the one just saved.
    if (savedFile && store.get().file === savedFile) {
      set({ file: null });
      draft.change({ imageUrl } as Partial<V>);
    }
    set({ item: saved, savedAt: new Date().toISOString() });
    draft.answered(savedAs(saved, savedFile ? { ...values, imageUrl } : values));
  }

  /** False when the administrator goes on editing; otherwise the changes are discarded. */
  async function mayClose(): Promise<boolean> {
    if (draft.hasUnsaved() && !(await mayDiscard())) return false;
    draft.finish();
    return true;
  }

  const picture = {
    currentUrl: draft.values.imageUrl,
    file,
    focalPoint: {
      value: pickFocalPoint(draft.values),
      stored: pickFocalPoint(get().saved.values),
      onChange: (point: FocalPoint) => change(point as Partial<V>),
    },
    onRemove: () => change({ imageUrl: null, ...noFocalPoint } as Partial<V>),
    onFile: (chosen: File | null) => change({}, chosen),
    onLibrary: ({ url }: LibraryPicture) => change({ imageUrl: url, ...noFocalPoint } as Partial<V>, null),
  };
  // A picture that is not uploaded yet is in no draft.
  const status = draft.state ?? (file ? savingDraft : savedState(item, savedAt));
  const shown = { draft, status, values: draft.values, item, file, failure, picture, isBusy: busy.isBusy };
  const latestItem = () => store.get().item;
  const setItem = (next: T) => set({ item: next });
  const presses = { press, pressBeside, change, save, stay, mayClose, fail };
  return { ...shown, ...presses, busy, errorToast, latestItem, setItem, setFailure };
}

function savedState(item: Item | null, savedAt: string | null): DraftState {
  if (!item) return { words: '' };
  return savedAt === null ? { words: 'Everything is saved.' } : { words: 'Saved', at: savedAt };
}

type Chosen = { api: Api; purpose: string; file: File | null };

/** Uploads the chosen picture, and asks before it is left. */
function useUploading({ api, purpose, file }: Chosen, onUploaded: (url: string) => void) {
  const state = usePictureState(file);
  const url = state?.is === 'uploaded' ? state.url : null;
  useEffect(() => {
    if (!file) return;
    queuePicture({ api, purpose, file });
    return () => forgetPicture(file);
  }, [api, purpose, file]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each picture
  useEffect(() => void (url !== null && onUploaded(url)), [url]);
  useUnstoredGuard(file !== null && url === null);
}
