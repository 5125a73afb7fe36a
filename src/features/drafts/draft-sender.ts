/** Brings what this browser keeps to the site, one call at a time. What fails stays and is tried again, later and later. */
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, unexplained } from '#shared/calls/api-error.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import { createStore } from '#ui/create-store.ts';
import { type Draft, dropDraft, findKeptDraft, isStored, listKeptForms } from '#ui/drafts/draft-storage.ts';
import type { DraftSender, DraftState, ListedDraft } from '#ui/drafts/drafts-context.ts';
import { draftMessages } from './draft.ts';
import { deleteDraft, listDrafts, readDraft } from './drafts.client.ts';

const sendAfterMs = 1000;
const longestWaitMs = 3000;

/** Resolves to where and when the site has it and, of a form that is saved with it, to what is saved. */
export type StoreDraft = (form: string, draft: Draft) => Promise<{ form: string; at: string; saved?: unknown }>;

type Given = { api: Api; owner: string; store: StoreDraft };

/** Call `begin` while someone is signed in; it answers how to end. */
export function createDraftSender({ api, owner, store }: Given): DraftSender & { begin: () => () => void } {
  const changes = createStore(0);
  /** The site's draft of a form, as this page has read or sent it last. */
  const rows = new Map<string, Draft | null>();
  /** Why words of a form are not in its row; `refused` is when those were typed that are not sent again. */
  const problems = new Map<string, { refused: string; message: string }>();
  const savedBy = new Map<string, (saved: unknown, draft: Draft) => void>();
  /** As the site has listed them, newest first. */
  let listed: ListedDraft[] = [];
  let line: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = true;

  function begin(): () => void {
    isOver = false;
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => void (document.visibilityState === 'visible' ? refresh() : sendAll());
    window.addEventListener('online', () => void sendAll(), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    void sendAll().then(refresh);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop.abort();
    };
  }

  async function refresh() {
    listed = await listDrafts(api).catch(() => listed);
    tell();
  }

  function tell() {
    changes.set(changes.get() + 1);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = line.then(work);
    line = done.catch(() => undefined);
    return done;
  }

  function sendAfter(pauseMs: number) {
    timer ??= setTimeout(() => void sendAll(), pauseMs);
  }

  function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(async () => {
      let hasFailed = false;
      // One that fails holds back no other.
      for (const form of listKeptForms(owner)) hasFailed = !(await send(form)) || hasFailed;
      failures = hasFailed ? failures + 1 : 0;
      if (hasFailed && !isOver) sendAfter(retryPauseMs(failures));
    });
  }

  /** False when it is to be tried again. */
  async function send(form: string): Promise<boolean> {
    const draft = findKeptDraft(owner, form);
    if (isOver || !draft || problems.get(form)?.refused === draft.at) return true;
    try {
      const { form: to, at, saved } = await store(form, draft);
      if (to === form) problems.delete(form);
      else problems.set(form, { refused: '', message: draftMessages.noItem });
      dropDraft(owner, form, draft.at);
      if (saved === undefined) {
        rows.set(to, { ...draft, at });
        listed = [{ form: to, at, ...draftExcerpt(draft.values) }, ...without(listed, to)];
      } else savedBy.get(form)?.(saved, draft);
      return true;
    } catch (error) {
      // What a server in front answers by itself, as while the site restarts, says nothing about the draft.
      const isRefusal = error instanceof ApiError && error.status !== 401 && error.code !== unexplained;
      const isFinal = isRefusal && !mayPass(error);
      problems.set(form, isFinal ? { refused: draft.at, message: error.message } : { refused: '', message: '' });
      return isFinal;
    } finally {
      tell();
    }
  }

  function end(form: string, until: string): Promise<void> {
    return inTurn(async () => {
      // One that is saved with its draft has none.
      if (!savedBy.has(form)) await deleteDraft(api, form, until);
      dropDraft(owner, form, until);
      rows.delete(form);
      problems.delete(form);
      listed = without(listed, form);
      tell();
    });
  }

  /** What is sent in the meantime is newer than the answer. */
  async function read(form: string) {
    const before = rows.get(form);
    const row = await readDraft(api, form).catch(() => before ?? null);
    if (rows.get(form) === before) rows.set(form, row);
  }

  function list(): ListedDraft[] {
    const kept = listKeptForms(owner).flatMap((form) => {
      const draft = findKeptDraft(owner, form);
      return draft ? [{ form, at: draft.at, ...draftExcerpt(draft.values) }] : [];
    });
    return [...kept, ...kept.reduce((left, { form }) => without(left, form), listed)];
  }

  function stateOf(form: string): DraftState | null {
    const row = rows.get(form);
    const problem = problems.get(form);
    if (!problem) return row ? { words: 'Draft saved', at: row.at } : null;
    const kept = findKeptDraft(owner, form);
    if (!kept) return { words: 'Draft saved as a new one', more: problem.message };
    if (isStored(owner, form)) return { words: 'Draft saved in this browser', at: kept.at, more: problem.message };
    return { words: 'Draft not saved: leave this page open and save.', isNowhere: true };
  }

  return {
    list,
    has: (form) => findKeptDraft(owner, form) !== null || listed.some((one) => one.form === form),
    stateOf,
    useChanges: changes.useValue,
    read,
    rowOf: (form) => rows.get(form) ?? null,
    sendSoon: () => sendAfter(sendAfterMs),
    sendNow: (longestMs = longestWaitMs) =>
      Promise.race([sendAll(), new Promise<void>((resolve) => setTimeout(resolve, longestMs))]),
    onSaved: (form, take) => {
      savedBy.set(form, take);
      return () => void savedBy.delete(form);
    },
    end,
    begin,
  };
}

function without(listed: ListedDraft[], form: string): ListedDraft[] {
  return listed.filter((one) => one.form !== form);
}
