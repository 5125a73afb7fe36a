import { useEffect, useState } from 'react';
import { createStore } from '#ui/create-store.ts';
import { useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { type Draft, dropDraft, findKeptDraft, keepDraft, watchOtherTabs } from './draft-storage.ts';
import { type Editing, useDraftsContext } from './drafts-context.ts';

/** What the server has. `form` names it, like 'articles-7'; `version` is null for a new item. */
export type Saved<V> = { form: string; values: V; version: number | null };

type State<V> = {
  values: V;
  version: number | null;
  saved: Saved<V>;
  /** When that was typed which the form opened with; null if it was saved. */
  since: string | null;
  /** Rises when other values take the place of those in the form: an editor that reads its text once starts again. */
  round: number;
};

type Start<V> = {
  saved: Saved<V>;
  /** Makes the values of a draft those of the form. */
  open?: ((values: V) => V) | undefined;
};

/** So long after a key someone is typing. */
const typingMs = 3000;

export type FormDraft<V extends object> = ReturnType<typeof useDraft<V>>;

/**
 * The values of one form. Typing saves them: in this browser at once, on the site a second later, until the form is saved. It opens with
 * what this person typed before, as far as `sender.read` has found it. Give the form of another item another React `key`.
 */
export function useDraft<V extends object>(start: Start<V>) {
  const editing = useDraftsContext();
  const { sender } = editing;
  const [draft] = useState(() => openDraft(start, editing));
  const { values, version, saved, since, round } = draft.useValue();
  sender.useChanges();
  const state = sender.stateOf(saved.form);
  const isDirty = draft.hasUnsaved();
  useUnstoredGuard(isDirty && state?.isNowhere === true);
  useEffect(() => draft.begin(), [draft]);
  return { ...draft, form: saved.form, values, version, round, isDirty, state, since: isDirty ? since : null };
}

function openDraft<V extends object>({ saved, open = (values) => values }: Start<V>, { owner, sender }: Editing) {
  const kept = findKeptDraft(owner, saved.form);
  const row = sender.rowOf(saved.form);
  const found = kept ?? row;
  const seen = (kept ? kept.seen : row?.at) ?? null;
  const valuesOf = ({ values }: Draft) => open(knownValues(values, saved.values));
  const store = createStore<State<V>>({
    values: found ? valuesOf(found) : saved.values,
    version: found?.version ?? saved.version,
    saved,
    since: found?.at ?? null,
    round: 0,
  });
  const { get, useValue } = store;
  const set = (part: Partial<State<V>>) => store.set({ ...get(), ...part });
  /** When the newest words were typed that this form knows; empty without any. */
  let at = found?.at ?? '';
  let changedAt = 0;
  let isOver = false;

  function hasUnsaved(): boolean {
    return JSON.stringify(get().values) !== JSON.stringify(get().saved.values);
  }

  function write() {
    if (isOver) return;
    if (!hasUnsaved()) return end();
    const { saved: to, version, values } = get();
    // Later than what it continues, whatever the clock of this device says.
    at = new Date(Math.max(Date.now(), (Date.parse(at) || 0) + 1)).toISOString();
    keepDraft(owner, to.form, { at, version, values, seen });
    sender.sendSoon();
  }

  function change(part: Partial<V>) {
    changedAt = Date.now();
    set({ values: { ...get().values, ...part } });
    write();
  }

  /** The value as the editor writes it. Without this, typing and undoing it looks like a change. */
  function normalise(part: Partial<V>) {
    const now = get();
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => now.values[name] !== now.saved.values[name])) return;
    set({ values: { ...now.values, ...part }, saved: { ...now.saved, values: { ...now.saved.values, ...part } } });
  }

  /** After a save was answered: what differs from `next` is what is unsaved. */
  function rebase(next: Saved<V>) {
    if (next.form !== get().saved.form) end();
    set({ saved: next, version: next.version, since: null });
    write();
  }

  /** Nothing of it is kept, here or on the site. What another tab has typed since stays. */
  function end() {
    if (at === '') return;
    const { form } = get().saved;
    dropDraft(owner, form, at);
    // A draft that stays says nothing new: the form that opens with it ends it.
    void sender.end(form, at).catch(() => undefined);
    at = '';
  }

  /** Saved: what comes late, like a picture, is not kept either. */
  function finish() {
    isOver = true;
    end();
  }

  /** Returns how to undo it. @throws when the site does not answer: then all of it stays */
  async function discard(): Promise<() => void> {
    const before = get();
    const { form, values, version } = before.saved;
    if (at !== '') await sender.end(form, at);
    at = '';
    set({ values, version, since: null, round: before.round + 1 });
    return () => {
      set({ values: before.values, version: before.version, round: get().round + 1 });
      write();
    };
  }

  function begin() {
    // Saved already, as when its answer was lost.
    if (!hasUnsaved()) end();
    // What another tab writes is shown here, unless someone types here too.
    const stop = watchOtherTabs(owner, saved.form, (draft) => {
      if (isOver || Date.now() - changedAt < typingMs) return;
      at = draft.at;
      set({ values: valuesOf(draft), since: at, round: get().round + 1 });
    });
    return () => {
      stop();
      void sender.sendNow();
    };
  }

  return { get, useValue, change, normalise, rebase, finish, discard, begin, hasUnsaved };
}

/** Without what forms of other releases had. */
function knownValues<V extends object>(values: object, saved: V): V {
  const all = { ...saved, ...values };
  return Object.fromEntries(Object.keys(saved).map((name) => [name, all[name as keyof V]])) as V;
}
