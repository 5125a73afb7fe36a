import { useEffect, useState } from 'react';
import { createStore } from '#ui/create-store.ts';
import { useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { type Draft, dropDraft, findKeptDraft, isOvertaken, keepDraft, watchOtherTabs } from './draft-storage.ts';
import { type Editing, useDraftsContext } from './drafts-context.ts';

/** What the server has. `form` names it, like 'articles-7'; `version` is null for a new item. */
export type Saved<V> = { form: string; values: V; version: number | null };

type State<V> = {
  values: V;
  version: number | null;
  saved: Saved<V>;
  /** As the last save sent it; its answer may be lost. */
  sent: object | null;
  /** When the draft was written that the form opened with; null without one. */
  openedAt: string | null;
  /** Rises when other values take the place of those in the form: an editor that reads its text once starts again. */
  round: number;
};

type Start<V> = {
  saved: Saved<V>;
  /** Makes the values of a draft those of the form. */
  open?: ((values: V) => V) | undefined;
};

const typingMs = 3000;

export type FormDraft<V extends object> = ReturnType<typeof useDraft<V>>;

/**
 * The values of one form. Typing saves them: in this browser at once, on the site a second later, until the form is saved. It opens with
 * what this person typed before, as far as `sender.read` has found it. Give the form of another item another React `key`.
 */
export function useDraft<V extends object>(start: Start<V>) {
  const editing = useDraftsContext();
  const { sender, owner } = editing;
  const [draft] = useState(() => openDraft(start, editing));
  const { values, version, saved, sent, openedAt, round } = draft.useValue();
  const { form } = saved;
  sender.useChanges();
  const state = sender.stateOf(form);
  const isDirty = isUnsaved({ values, saved, sent });
  useUnstoredGuard(isDirty && state?.isNowhere === true);
  useEffect(() => draft.begin(), [draft]);
  useEffect(() => watchOtherTabs(owner, form, draft.follow), [owner, form, draft]);
  return { ...draft, form, values, version, round, isDirty, state, since: isDirty ? openedAt : null };
}

/** What was sent without an answer may be on the site: then what it was before is a change as well. */
function isUnsaved<V>({ values, saved, sent }: Pick<State<V>, 'values' | 'saved' | 'sent'>): boolean {
  return sent !== null || JSON.stringify(values) !== JSON.stringify(saved.values);
}

function openDraft<V extends object>({ saved, open = (values) => values }: Start<V>, { owner, sender }: Editing) {
  const row = sender.rowOf(saved.form);
  // What is kept here was typed last, unless another browser has written on.
  const kept = findKeptDraft(owner, saved.form)?.draft;
  if (kept && row && isOvertaken(kept, row)) sender.setAside(saved.form);
  const found = findKeptDraft(owner, saved.form)?.draft ?? row;
  const valuesOf = (draft: Draft<object>) => open(knownValues(draft.values, saved.values));
  const { get, set, useValue } = createStore<State<V>>({
    values: found ? valuesOf(found) : saved.values,
    version: found?.version ?? saved.version,
    saved,
    sent: found?.sent ?? null,
    openedAt: found?.at ?? null,
    round: 0,
  });
  /** The text that is kept of this form, as far as it knows. */
  let written = findKeptDraft(owner, saved.form)?.text;
  let changedAt = 0;
  let isOver = false;

  function write() {
    const { version, values, sent } = get();
    if (isOver) return;
    if (!isUnsaved(get())) return end();
    written = keepDraft(owner, get().saved.form, {
      at: new Date().toISOString(),
      version,
      values,
      sent,
      seen: sender.rowOf(get().saved.form)?.at ?? null,
    });
    sender.sendSoon();
  }

  function change(part: Partial<V>) {
    changedAt = Date.now();
    set({ ...get(), values: { ...get().values, ...part } });
    write();
  }

  /** The value as the editor writes it. Without this, typing and undoing it looks like a change. */
  function normalise(part: Partial<V>) {
    const now = get();
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => now.values[name] !== now.saved.values[name])) return;
    const values = { ...now.saved.values, ...part };
    set({ ...now, values: { ...now.values, ...part }, saved: { ...now.saved, values } });
  }

  /** After a save was answered: what differs from `next` is what is unsaved. */
  function rebase(next: Saved<V>) {
    if (next.form !== get().saved.form) end();
    set({ ...get(), saved: next, version: next.version, sent: null, openedAt: null });
    write();
  }

  /** Nothing of it is kept, here or on the site. What another tab has typed since stays. */
  function end() {
    const { form } = get().saved;
    dropDraft(owner, form, written);
    // A draft that stays says nothing new: the form that opens with it ends it.
    void sender.end(form).catch(() => undefined);
  }

  /** Saved: what comes late, like a picture, is not kept either. */
  function finish() {
    isOver = true;
    end();
  }

  /** Returns how to undo it. @throws when the site does not answer: then all of it stays */
  async function discard(): Promise<() => void> {
    const before = get();
    await sender.end(before.saved.form, written);
    const { values, version } = before.saved;
    set({ ...get(), values, version, sent: null, openedAt: null, round: before.round + 1 });
    return () => {
      set({ ...get(), values: before.values, version: before.version, round: get().round + 1 });
      write();
    };
  }

  function begin() {
    const close = sender.open(saved.form);
    // Saved already, as when its answer was lost.
    if (found && !isUnsaved(get())) end();
    else if (found) sender.sendSoon();
    return () => {
      close();
      void sender.sendNow();
    };
  }

  /** Another tab writes on in the same form: this one shows it, unless someone types here too. */
  function follow(draft: Draft) {
    if (isOver || Date.now() - changedAt < typingMs) return;
    written = findKeptDraft(owner, get().saved.form)?.text;
    set({ ...get(), values: valuesOf(draft), openedAt: draft.at, round: get().round + 1 });
  }

  /** What is typed goes over this version. */
  function setVersion(version: number) {
    set({ ...get(), version });
    write();
  }

  /** Kept before it is sent, so that a reload in between loses nothing. */
  function setSent(sent: object | null) {
    set({ ...get(), sent });
    write();
  }

  const hasUnsaved = () => isUnsaved(get());
  return { get, useValue, change, normalise, rebase, finish, discard, begin, follow, setSent, setVersion, hasUnsaved };
}

/** Without what forms of other releases had. */
function knownValues<V extends object>(values: object, saved: V): V {
  const all = { ...saved, ...values };
  return Object.fromEntries(Object.keys(saved).map((name) => [name, all[name as keyof V]])) as V;
}
