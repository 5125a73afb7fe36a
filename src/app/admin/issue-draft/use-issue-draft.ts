import { useCallback, useEffect, useRef, useState } from 'react';
import { withoutPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import { useDraftTextPictures } from '#features/articles/editor/pictures/use-draft-text-pictures.ts';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { getIssueDraft, saveIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { findDraft, haveSameValues, listStoredDrafts, writeDraft } from '#ui/drafts/draft-storage.ts';
import { isUnsaved } from '#ui/drafts/form-draft.ts';
import { useQuietDraft } from '#ui/drafts/use-draft.ts';

const saveAfterMs = 1000;
const againAfterMs = 4000;

const overSentence = 'This newsletter was sent or deleted. Your words are kept: a new note offers them.';

export type DraftValues = Pick<IssueDraft, 'title' | 'note' | 'things' | 'isArchived'>;

type Saving = { saved: IssueDraft; problem: string | null; isConflict: boolean; isOver: boolean };

const noProblem = { problem: null, isConflict: false, isOver: false };

/**
 * Saves a second after typing, and retries until the site has it: until then the browser stores what is typed. Leaving saves, and asks
 * nothing. Asks about someone else's changes.
 */
export function useIssueDraft(first: IssueDraft) {
  const api = useApi();
  const { title, note, things, isArchived } = first;
  const draft = useQuietDraft<DraftValues>(savedAs(first, { title, note, things, isArchived }));
  const text = useDraftTextPictures(draft, 'note');
  const [saving, setSaving] = useState<Saving>({ saved: first, ...noProblem });
  const running = useRef<Promise<boolean> | null>(null);
  const { now, rebase, change, remove, values, isDirty } = draft;
  const isUnsent = !haveSameValues(sentOf(values), now.current.saved.values);

  /** True once everything typed is saved on the site, with its pictures. */
  const save = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current;
    const { version, saved: before } = now.current;
    const sent = sentOf(now.current.values);
    if (haveSameValues(sent, before.values)) return !isUnsaved(now.current);
    const work = async () => {
      try {
        const saved = await saveIssueDraft(api, first.id, inputOf(sent, version));
        rebase(savedAs(saved, sent));
        setSaving({ saved, ...noProblem });
        return !isUnsaved(now.current);
      } catch (error) {
        const isOver = isGone(error);
        const isConflict = !isOver && error instanceof ApiError && error.status === 409;
        const problem = isOver ? overSentence : errorMessage(error, 'Your changes are not saved yet.');
        setSaving((before) => ({ ...before, problem, isConflict, isOver }));
        return false;
      }
    };
    running.current = work().finally(() => (running.current = null));
    return running.current;
  }, [api, first.id, now, rebase]);

  const { isConflict, isOver, problem } = saving;
  useEffect(() => {
    if (!isUnsent || isConflict || isOver) return undefined;
    const timer = setTimeout(() => void save(), problem === null ? saveAfterMs : againAfterMs);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsent, isConflict, isOver, problem, saving, values, save]);
  // Saves what is typed when another screen opens.
  useEffect(() => () => void save(), [save]);

  /** As `save`, and true only once the PDFs are in the text, too. */
  async function saveWhole(): Promise<boolean> {
    const isSaved = await save();
    return !text.warnIfWaiting() && isSaved;
  }

  /** Keeps what is typed here and overwrites what someone else has saved. */
  async function keepMine(version: string) {
    draft.set({ version: Date.parse(version) });
    await save();
  }

  const waiting = `Draft saved, still waiting for ${text.content().waiting}.`;
  const state = isUnsent ? (problem ?? 'Saving…') : isDirty ? waiting : 'Draft saved.';
  const version = () => textOf(now.current.version);
  return { text, values, ...saving, state, version, change, remove, saveWhole, keepMine };
}

/** What was typed into a newsletter that was sent or deleted in the meantime is offered by the next draft, without its list. */
export async function findOrphans(api: Api, owner: string): Promise<void> {
  for (const draft of listStoredDrafts(owner)) {
    const [, id] = /^newsletter-(\d+)-draft$/.exec(draft.form) ?? [];
    if (!id || draft.isOrphan || !(await getIssueDraft(api, Number(id)).then(() => false, isGone))) continue;
    // Another tab may have written on in it.
    const now = findDraft(owner, draft);
    const { things: _, ...values } = (now?.values ?? {}) as Partial<DraftValues>;
    if (now) writeDraft(owner, { ...now, values, isOrphan: true });
  }
}

/** It was sent or deleted. A proxy's 404, as while the site restarts, says nothing about it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.message === issueDraftMessages.notADraft);
}

function savedAs({ id, version }: IssueDraft, values: DraftValues) {
  return { form: `newsletter-${id}-draft`, values, version: Date.parse(version) };
}

/** The version of a draft is a time; a form counts in numbers. */
function textOf(version: number | null): string {
  return new Date(version ?? 0).toISOString();
}

/** Without the pictures that are not uploaded yet. */
function sentOf(values: DraftValues): DraftValues {
  return { ...values, note: withoutPendingPictures(values.note) };
}

function inputOf(values: DraftValues, version: number | null) {
  const things = values.things.map(({ kind, id }) => ({ kind, id }));
  return { ...values, things, version: textOf(version) };
}
