import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { withoutPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { saveIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';
import { isUnsaved, openDraft } from '#ui/drafts/form-draft.ts';
import { useOfferedDrafts } from '#ui/drafts/use-offered-drafts.ts';

const saveAfterMs = 1000;
const againAfterMs = 4000;

export type DraftValues = Pick<IssueDraft, 'title' | 'note' | 'things' | 'isArchived'>;

type Saving = { saved: IssueDraft; problem: string | null; isConflict: boolean };

/**
 * Saves a second after typing, and retries until the site has it: until then the browser stores what is typed. Leaving saves, and asks
 * nothing. Asks about someone else's changes.
 */
export function useIssueDraft(first: IssueDraft) {
  const api = useApi();
  const { title, note, things, isArchived } = first;
  const editing = useDraftsContext();
  const [draft] = useState(() => openDraft<DraftValues>(savedAs(first, { title, note, things, isArchived }), editing));
  const state = useSyncExternalStore(draft.watch, () => draft.now.current);
  useEffect(() => draft.begin(), [draft]);
  const offers = useOfferedDrafts(draft, state.saved);
  const [saving, setSaving] = useState<Saving>({ saved: first, problem: null, isConflict: false });
  const running = useRef<Promise<boolean> | null>(null);
  const { now, rebase, change, remove } = draft;
  const { id: editorKey, values } = state;
  const isDirty = isUnsaved(state);

  /** True once everything typed is saved on the site. */
  const save = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current;
    if (!isUnsaved(now.current)) return true;
    const { values: sent, version } = now.current;
    const work = async () => {
      try {
        const saved = await saveIssueDraft(api, first.id, inputOf(sent, version));
        rebase(savedAs(saved, sent));
        setSaving({ saved, problem: null, isConflict: false });
        return true;
      } catch (error) {
        const isConflict = error instanceof ApiError && error.status === 409;
        const problem = errorMessage(error, 'Your changes are not saved yet.');
        setSaving((before) => ({ ...before, problem, isConflict }));
        return false;
      }
    };
    running.current = work().finally(() => (running.current = null));
    return running.current;
  }, [api, first.id, now, rebase]);

  const { isConflict, problem } = saving;
  useEffect(() => {
    if (!isDirty || isConflict) return undefined;
    const timer = setTimeout(() => void save(), problem === null ? saveAfterMs : againAfterMs);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty, isConflict, problem, saving, values, save]);
  // Saves what is typed when another screen opens.
  useEffect(() => () => void save(), [save]);

  /** Keeps what is typed here and overwrites what someone else has saved. */
  async function keepMine(version: string) {
    draft.set({ version: Date.parse(version) });
    await save();
  }

  const version = () => textOf(now.current.version);
  return { offers, editorKey, values, ...saving, isSaved: !isDirty, version, change, remove, save, keepMine };
}

function savedAs({ id, version }: IssueDraft, values: DraftValues) {
  return { form: `newsletter-${id}-draft`, values, version: Date.parse(version) };
}

/** The version of a draft is a time; a form counts in numbers. */
function textOf(version: number | null): string {
  return new Date(version ?? 0).toISOString();
}

function inputOf(values: DraftValues, version: number | null) {
  const things = values.things.map(({ kind, id }) => ({ kind, id }));
  return { ...values, note: withoutPendingPictures(values.note), things, version: textOf(version) };
}
