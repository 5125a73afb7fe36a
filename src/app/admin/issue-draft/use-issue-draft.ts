import { useCallback, useEffect, useRef, useState } from 'react';
import { withoutPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/drafts.schema.ts';
import { saveIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api.ts';
import { errorMessage } from '#ui/loaded.ts';

const saveAfterMs = 1000;
const againAfterMs = 4000;

export type DraftValues = Pick<IssueDraft, 'title' | 'note' | 'things' | 'isArchived'>;

type Saving = { saved: IssueDraft; problem: string | null; isConflict: boolean; isSaved: boolean };

/** Saves a second after typing, and retries until the site has it. Asks about someone else's changes. */
export function useIssueDraft(first: IssueDraft) {
  const api = useApi();
  const { title, note, things, isArchived } = first;
  const [values, setValues] = useState<DraftValues>({ title, note, things, isArchived });
  const [saving, setSaving] = useState<Saving>({ saved: first, problem: null, isConflict: false, isSaved: true });
  const latest = useRef({ values, version: first.version, isDirty: false });
  const running = useRef<Promise<boolean> | null>(null);

  /** True once everything typed is saved on the site. */
  const save = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current;
    if (!latest.current.isDirty) return true;
    const work = async () => {
      latest.current.isDirty = false;
      try {
        const saved = await saveIssueDraft(api, first.id, inputOf(latest.current));
        latest.current.version = saved.version;
        setSaving({ saved, problem: null, isConflict: false, isSaved: !latest.current.isDirty });
        return true;
      } catch (error) {
        latest.current.isDirty = true;
        const isConflict = error instanceof ApiError && error.status === 409;
        const problem = errorMessage(error, 'Your changes are not saved yet.');
        setSaving((before) => ({ ...before, problem, isConflict, isSaved: false }));
        return false;
      }
    };
    running.current = work().finally(() => (running.current = null));
    return running.current;
  }, [api, first.id]);

  const { isSaved, isConflict, problem } = saving;
  useEffect(() => {
    if (isSaved || isConflict) return undefined;
    const timer = setTimeout(() => void save(), problem === null ? saveAfterMs : againAfterMs);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isSaved, isConflict, problem, saving, values, save]);
  // Saves what is typed when another screen opens.
  useEffect(() => () => void save(), [save]);

  function change(part: Partial<DraftValues>) {
    const changed = { ...latest.current.values, ...part };
    Object.assign(latest.current, { values: changed, isDirty: true });
    setValues(changed);
    setSaving((before) => ({ ...before, isSaved: false }));
  }

  /** Keeps what is typed here and overwrites what someone else has saved. */
  async function keepMine(version: string) {
    latest.current.version = version;
    await save();
  }

  return { values, ...saving, version: () => latest.current.version, change, save, keepMine };
}

function inputOf({ values, version }: { values: DraftValues; version: string }) {
  const things = values.things.map(({ kind, id }) => ({ kind, id }));
  return { ...values, note: withoutPendingPictures(values.note), things, version };
}
