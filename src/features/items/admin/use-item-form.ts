import { useState } from 'react';
import { capitalised } from '#shared/text.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { Item } from './save-item.ts';
import { type EditedItem, type Editing, type PictureValues, type Sent, useItemEditing } from './use-item-editing.ts';

export type ItemFormProps<T> = {
  edited: EditedItem<T>;
  /** Without `saved` something else of the item has changed. `path` is its public one. */
  onSaved: (saved?: T, path?: string | null) => void;
};

type Form<T extends Item, V extends PictureValues, I extends object> = ItemFormProps<T> &
  Editing<T, V> & {
    /** The alert that stops the form, or null. */
    problem: (values: V) => string | null;
    /** The body of the call. */
    input: (values: V) => I;
    /** Asks before a save over `saved`; returns extra input to send, or null to cancel. */
    ask?: (input: I, saved: T | null) => Promise<object | null>;
    /** What the save means beyond itself; `more`: what `ask` added. */
    effect?: (saved: T, before: T | null, more: object) => string;
    /** The field that says whether visitors see it; without one they always do. */
    publicField?: 'isPublished' | 'isActive';
    /** The public path; null if visitors do not see it. */
    pathOf?: (saved: T) => string | null;
  };

export type ItemFormState<T extends Item, V extends PictureValues> = ReturnType<typeof useItemForm<T, V, object>>;

/** A form of one item with one picture, checked and saved. */
export function useItemForm<T extends Item, V extends PictureValues, I extends object>(form: Form<T, V, I>) {
  const { kind, edited, ask } = form;
  const editing = useItemEditing<T, V>(form);
  const { draft, busy, values } = editing;
  const [isReadingPicture, setIsReadingPicture] = useState(false);

  /** `isPublic`: publishes or unpublishes it; otherwise that stays as it is. */
  async function submit(isPublic?: boolean) {
    const { publicField } = form;
    const isGiven = publicField && isPublic !== undefined;
    const work = (typed: Sent<V>) => {
      const sent = isGiven ? { ...typed, values: { ...typed.values, [publicField]: isPublic } } : typed;
      return send(sent, (saved, detail) => {
        draft.finish();
        edited.clear();
        toast.success(`${capitalised(kind.noun)} saved successfully.`, { detail });
      });
    };
    if (!isReadingPicture) await editing.press({ check, work });
  }

  /** Saves while the user keeps typing. */
  async function saveBeside(sent: Sent<V>) {
    await send(sent, (saved, detail) => {
      editing.stay(saved, sent);
      edited.adopt(saved);
      toast.success(`${capitalised(kind.noun)} saved successfully.`, { detail });
    });
  }

  function check(sent: Sent<V>) {
    const alert = form.problem(sent.values);
    return alert === null ? null : { alert };
  }

  async function send(sent: Sent<V>, onDone: (saved: T, detail: string) => void) {
    const before = editing.latestItem();
    const input = form.input(sent.values);
    const more = ask ? await busy.untilAnswered(() => ask(input, before)) : {};
    if (more === null) return;
    const end = await editing.save({ ...input, ...more }, sent);
    if ('item' in end) form.onSaved(end.item, form.pathOf?.(end.item));
    if ('problem' in end) editing.fail({ alert: end.problem });
    if (end.is === 'saved')
      onDone(
        end.item,
        form.effect?.(end.item, before, more) ?? seenSentence(isPublicItem(end.item), isPublicItem(before)),
      );
  }

  /** Undefined where visitors always see it. */
  function isPublicItem(item: T | null): boolean | undefined {
    return form.publicField && item?.[form.publicField as keyof T] === true;
  }

  async function cancel() {
    if (await editing.mayClose()) edited.clear();
  }

  const picture = { ...editing.picture, onBusy: setIsReadingPicture };
  const failure = editing.failure?.alert ?? null;
  const keepWriting = () => void editing.pressBeside({ check, work: saveBeside });
  const isPublic = editing.item !== null && isPublicItem(editing.item) !== false;
  const shown = {
    ...editing,
    kind,
    isPublic,
    publicField: form.publicField,
    problem: form.problem(values),
    failure,
    isReadingPicture,
    picture,
  };
  return { ...shown, submit, keepWriting, cancel };
}

function seenSentence(isSeen: boolean | undefined, wasSeen: boolean | undefined): string {
  if (isSeen === undefined) return '';
  if (isSeen) return 'Visitors see it now.';
  return wasSeen ? 'Visitors no longer see it.' : 'Visitors do not see it yet.';
}
