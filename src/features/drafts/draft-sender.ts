/** Brings what this browser keeps to the site: one call at a time, in all tabs. What fails stays and is tried again, later and later. */
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, unexplained } from '#shared/calls/api-error.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import { randomUuid } from '#shared/random-uuid.ts';
import { createStore } from '#ui/create-store.ts';
import {
  browserId,
  type Draft,
  type DraftRow,
  dropDraft,
  findKeptDraft,
  isOvertaken,
  isStored,
  keepDraft,
  listKeptForms,
} from '#ui/drafts/draft-storage.ts';
import type { DraftSender, DraftState, ListedDraft } from '#ui/drafts/drafts-context.ts';
import { draftMessages, newFormName, parseFormName } from './draft.ts';
import { deleteDraft, listDrafts, readDraft } from './drafts.client.ts';

const sendAfterMs = 1000;
const longestWaitMs = 3000;

/** Resolves to the time when the site got it and, of a form that is saved with it, to what is saved. */
export type StoreDraft = (form: string, draft: Draft) => Promise<{ at: string; saved?: unknown }>;

type Given = { api: Api; owner: string; store: StoreDraft };

/** Call `begin` while someone is signed in; it answers how to end. */
export function createDraftSender({ api, owner, store }: Given): DraftSender & { begin: () => () => void } {
  const changes = createStore(0);
  /** By form: takes what is saved. */
  const savedBy = new Map<string, (saved: unknown, draft: Draft) => void>();
  const openForms = new Set<string>();
  /** The site's draft of a form, as this page has read or sent it last. */
  const rows = new Map<string, DraftRow | null>();
  /** The forms of which a call is under way or had no answer. */
  const unsure = new Set<string>();
  /** What the site refuses, and why. */
  const refused = new Map<string, { text: string; message: string }>();
  /** Where the words of a form go whose item was deleted permanently. */
  const moved = new Map<string, string>();
  /** As the site has listed them, newest first; null before it has answered. */
  let known: readonly ListedDraft[] | null = null;
  let list: readonly ListedDraft[] = [];
  let line: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = true;
  /** The page is being left, or waits in the browser's memory. */
  let isLeft = false;

  function begin(): () => void {
    isOver = false;
    const stop = new AbortController();
    const { signal } = stop;
    const send = () => void sendAll();
    const look = () => (document.visibilityState === 'visible' ? void refresh() : isLeft || send());
    const leave = () => {
      isLeft = true;
      void sendEach();
    };
    window.addEventListener('online', send, { signal });
    window.addEventListener('focus', look, { signal });
    window.addEventListener('pagehide', leave, { signal });
    window.addEventListener('pageshow', () => void (isLeft = false), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    send();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop.abort();
    };
  }

  /** What is sent in the meantime is newer than the answer, and what is kept here was typed last. */
  async function read(form: string): Promise<void> {
    const before = rows.get(form);
    const row = await readDraft(api, form).catch((error: unknown) => {
      if (findKeptDraft(owner, form)) return before ?? null;
      throw error;
    });
    if (rows.get(form) === before) rows.set(form, row);
  }

  async function refresh(): Promise<void> {
    const listed = await listDrafts(api).catch(() => null);
    if (listed === null || isOver) return;
    known = listed;
    show();
  }

  function open(form: string): () => void {
    openForms.add(form);
    show();
    return () => void openForms.delete(form);
  }

  function onSaved(form: string, take: (saved: unknown, draft: Draft) => void): () => void {
    savedBy.set(form, take);
    return () => void savedBy.delete(form);
  }

  function sendSoon(): void {
    sendAfter(sendAfterMs);
    show();
  }

  function sendAfter(pauseMs: number): void {
    timer ??= setTimeout(() => void sendAll(), pauseMs);
  }

  function sendNow(longestMs = longestWaitMs): Promise<void> {
    return Promise.race([sendAll(), new Promise<void>((resolve) => setTimeout(resolve, longestMs))]);
  }

  function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(sendEach);
  }

  /** A call that another tab has begun comes to its end first: the newest words arrive last. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const name = `drafts of ${owner}`;
    // Without https there are no locks. One that a page asks for while it is left is held for ever in Firefox, by no one.
    const ask = () => ('locks' in navigator && !isLeft ? navigator.locks.request(name, work) : work());
    const done = line.then(ask);
    line = done.catch(() => undefined);
    return done;
  }

  async function sendEach(): Promise<void> {
    if (known === null && navigator.onLine) await refresh();
    let hasFailed = false;
    for (const form of listKeptForms(owner)) {
      const kept = findKeptDraft(owner, form);
      if (isOver) return;
      if (!kept || refused.get(form)?.text === kept.text) continue;
      const there = known?.find((one) => one.form === form);
      const isOpen = openForms.has(form);
      // Of two devices in one form the last write wins, once each has seen the other's.
      if (there && isOvertaken(kept.draft, there) && !(isOpen && kept.draft.seen)) setAside(form, isOpen);
      // One that fails holds back no other.
      else if (known === null || !navigator.onLine || !(await send(form, kept))) hasFailed = true;
    }
    failures = hasFailed ? failures + 1 : 0;
    if (hasFailed) sendAfter(retryPauseMs(failures));
    show();
  }

  /** False when it is to be tried again. */
  async function send(form: string, { text, draft }: { text: string; draft: Draft }): Promise<boolean> {
    unsure.add(form);
    try {
      const { at, saved } = await store(form, draft);
      unsure.delete(form);
      // Until the answer to a save is known, the browser keeps what was sent.
      if (draft.sent) refused.set(form, { text, message: '' });
      else dropDraft(owner, form, text);
      if (saved === undefined) {
        rows.set(form, { at, by: browserId(), version: draft.version, values: draft.values });
        const others = known?.filter((one) => one.form !== form) ?? [];
        known = [{ form, at, by: browserId(), ...draftExcerpt(draft.values) }, ...others];
      } else savedBy.get(form)?.(saved, draft);
      show();
      return true;
    } catch (error) {
      // What a server in front answers by itself, as while the site restarts, says nothing about the draft.
      const isRefusal = error instanceof ApiError && error.status !== 401 && error.code !== unexplained;
      if (!isRefusal || mayPass(error)) return false;
      unsure.delete(form);
      if (error.message === draftMessages.noItem) setAside(form, true);
      else refused.set(form, { text, message: error.message });
      return true;
    }
  }

  /** What is kept of the form of an item becomes that of a new one, and stays that one while the form is open. */
  function setAside(form: string, isOpen = false): void {
    const kept = findKeptDraft(owner, form);
    const kind = parseFormName(form)?.kind;
    if (!kept || !kind) return;
    const to = (isOpen && moved.get(form)) || newFormName(kind, randomUuid());
    if (isOpen) moved.set(form, to);
    keepDraft(owner, to, { ...kept.draft, version: null, seen: null });
    dropDraft(owner, form, kept.text);
    sendAfter(sendAfterMs);
  }

  /** What another tab has written since stays. */
  function end(form: string, text?: string): Promise<void> {
    return inTurn(async () => {
      const at = timeOnSite(form);
      if (unsure.has(form)) await deleteDraft(api, form, null);
      else if (at !== undefined) await deleteDraft(api, form, at);
      dropDraft(owner, form, text);
      rows.delete(form);
      unsure.delete(form);
      known = known?.filter((one) => one.form !== form) ?? null;
      show();
    });
  }

  /** When the site got the draft of a form, as far as this page knows. */
  function timeOnSite(form: string): string | undefined {
    return (rows.get(form) ?? known?.find((one) => one.form === form))?.at;
  }

  function show(): void {
    const kept = listKeptForms(owner);
    const elsewhere = known?.filter(({ form }) => !kept.includes(form)) ?? [];
    const listed = [...kept.map(listedHere), ...elsewhere];
    // Each card on the screen follows it.
    if (JSON.stringify(listed) !== JSON.stringify(list)) list = listed;
    changes.set(changes.get() + 1);
  }

  function listedHere(form: string): ListedDraft {
    const { at, values } = findKeptDraft(owner, form)?.draft ?? { at: '', values: {} };
    return { form, at, by: browserId(), ...draftExcerpt(values) };
  }

  function stateOf(form: string): DraftState | null {
    const kept = findKeptDraft(owner, form);
    const at = timeOnSite(form);
    const saved = at === undefined ? null : { words: 'Draft saved', at };
    if (!kept && !saved && moved.has(form)) return { words: 'Draft saved as a new one', more: draftMessages.noItem };
    if (!kept) return saved;
    const refusal = refused.get(form);
    const more = refusal?.text === kept.text ? refusal.message : '';
    if (more === '' && failures === 0) return saved ?? { words: 'Saving draft…' };
    if (isStored(owner, form)) return { words: 'Draft saved in this browser', at: kept.draft.at, more };
    return { words: 'Draft not saved: leave this page open and save.', isNowhere: true };
  }

  const rowOf = (form: string) => rows.get(form) ?? null;
  const shown = { list: () => list, watch: changes.watch, useChanges: changes.useValue, stateOf, rowOf };
  return { ...shown, begin, read, open, setAside, sendSoon, sendNow, onSaved, end };
}
