import { useEffect, useState } from 'react';
import { createStore } from '#ui/create-store.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { savingDraft } from './draft-sender.ts';
import type { Draft, KeptDraft } from './draft-storage.ts';
import { type Editing, useDraftsContext } from './drafts-context.ts';

/** What the server has. `form` names it, like 'articles-7'; `version` is null for a new item. */
export type Saved<V> = { form: string; values: V; version: number | null };

type State<V> = {
  saved: Saved<V>;
  values: V;
  /** The version that a save replaces. */
  version: number | null;
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
  /** Of a form that is saved with its draft: what the site has now, by its answer and the values that were sent. */
  onStored?: (answer: unknown, sent: V) => Saved<V>;
};

const typingMs = 3000;

export type FormDraft<V extends object> = ReturnType<typeof useDraft<V>>;

/**
 * The values of one form. Typing saves them: in this browser at once, on the site a second later, until the form is saved. It opens with
 * what this person typed before, as far as `sender.read` has found it. Give the form of another item another React `key`.
 */
export function useDraft<V extends object>(start: Start<V>) {
  const { sender } = useDraftsContext();
  const [draft] = useState(() => openDraft(start, sender));
  const { saved, values, version, openedAt, round } = draft.useValue();
  const { form } = saved;
  sender.useChanges();
  const isDirty = draft.hasUnsaved();
  const state = isDirty ? (sender.stateOf(form) ?? savingDraft) : null;
  useUnstoredGuard(state?.isNowhere === true);
  // Another name, once a new item is saved.
  useEffect(() => draft.begin(form), [draft, form]);
  return { ...draft, form, values, version, round, isDirty, state, since: isDirty ? openedAt : null };
}

function openDraft<V extends object>(
  { saved, open = (values) => values, onStored }: Start<V>,
  sender: Editing['sender'],
) {
  const { draft: found, text } = sender.find(saved.form);
  const valuesOf = (draft: { values: object }) => open(knownValues(draft.values, saved.values));
  const { get, set, useValue } = createStore<State<V>>({
    saved,
    values: found ? valuesOf(found) : saved.values,
    version: found?.version ?? saved.version,
    sent: found?.sent ?? null,
    openedAt: found?.at ?? null,
    round: 0,
  });
  /** What is kept of this form in this browser, as far as it knows. */
  let written = text;
  let typedAt = 0;
  let isOver = false;

  function begin(form: string) {
    const onSaved = (answer: unknown, { values }: Draft) => onStored && answered(onStored(answer, values as V));
    const close = sender.open(form, { follow, onSaved });
    // Saved already, as when its answer was lost.
    if (found && !hasUnsaved()) end();
    else if (found) sender.sendSoon();
    return close;
  }

  /** What was sent without an answer may be on the site: then what it was before is a change as well. */
  function hasUnsaved(): boolean {
    const { values, saved, sent } = get();
    return sent !== null || JSON.stringify(values) !== JSON.stringify(saved.values);
  }

  function change(part: Partial<V>) {
    typedAt = Date.now();
    keep({ values: { ...get().values, ...part } });
  }

  /** The editor writes the saved text in its own way. Without this, typing and undoing it looks like a change. */
  function normalise(part: Partial<V>) {
    const { values, saved } = get();
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => values[name] !== saved.values[name])) return;
    update({ values: { ...values, ...part }, saved: { ...saved, values: { ...saved.values, ...part } } });
  }

  /** A save is under way. Kept before it is sent, so that a reload in between loses nothing. */
  function sending(what: object) {
    keep({ sent: what });
  }

  /** The site has stored nothing of the save. */
  function refused() {
    keep({ sent: null });
  }

  /** The site has saved `next`: what differs from it is what is unsaved. */
  function answered(next: Saved<V>) {
    if (next.form !== get().saved.form) end();
    keep({ saved: next, version: next.version, sent: null, openedAt: null });
  }

  /** What is typed goes over this version. */
  function setVersion(version: number) {
    keep({ version });
  }

  /** Saved: what comes late, like a picture, is not kept either. */
  function finish() {
    isOver = true;
    end();
  }

  /** Says so, with 'Undo'. `show` loads the form again. @throws when the site does not answer: then all of it stays */
  async function discard(show?: () => void): Promise<void> {
    const { values, version } = get();
    await sender.discard(get().saved.form, written);
    const { saved, round } = get();
    update({ values: saved.values, version: saved.version, sent: null, openedAt: null, round: round + 1 });
    show?.();
    tellDiscarded(() => {
      // The form may be closed by now.
      isOver = false;
      keep({ values, version, round: get().round + 1 });
      show?.();
    });
  }

  /** Another tab writes on in the same form: this one shows it, unless someone types here too. */
  function follow({ draft, text: theirs }: KeptDraft) {
    if (isOver || Date.now() - typedAt < typingMs) return;
    written = theirs;
    update({ values: valuesOf(draft), openedAt: draft.at, round: get().round + 1 });
  }

  function update(part: Partial<State<V>>) {
    set({ ...get(), ...part });
  }

  function keep(part: Partial<State<V>>) {
    update(part);
    const { saved, values, version, sent } = get();
    if (isOver) return;
    if (hasUnsaved()) written = sender.keep(saved.form, { values, version, sent });
    else end();
  }

  /** Nothing of it is kept, here or on the site. What another tab has typed since stays. */
  function end() {
    sender.end(get().saved.form, written);
  }

  const events = { change, normalise, sending, refused, answered, setVersion, finish, discard };
  return { get, useValue, begin, hasUnsaved, ...events };
}

export function tellDiscarded(undo: () => void): void {
  const detail = 'You can undo it for 10 seconds.';
  toast.info('Your changes are discarded.', { detail, actions: [{ label: 'Undo', onClick: undo }] });
}

/** Without what forms of other releases had. */
function knownValues<V extends object>(values: object, saved: V): V {
  const all = { ...saved, ...values };
  return Object.fromEntries(Object.keys(saved).map((name) => [name, all[name as keyof V]])) as V;
}
