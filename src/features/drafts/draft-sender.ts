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
type Sending = ReturnType<typeof initialState>;

function initialState(given: Given) {
  return {
    ...given,
    /** By form: takes what is saved. */
    savedBy: new Map<string, (saved: unknown, draft: Draft) => void>(),
    shown: createStore({ list: [] as readonly ListedDraft[], states: new Map<string, DraftState>() }),
    /** As the site has listed them, newest first; null before it has answered. */
    known: null as readonly ListedDraft[] | null,
    open: new Set<string>(),
    /** The site's draft of a form, as this page has read or sent it last. */
    rows: new Map<string, DraftRow | null>(),
    /** The forms of which a call is under way or had no answer. */
    unsure: new Set<string>(),
    /** What the site refuses, and why. */
    refused: new Map<string, { text: string; message: string }>(),
    /** Where the words of a form go whose item was deleted permanently. */
    moved: new Map<string, string>(),
    line: Promise.resolve() as Promise<unknown>,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    failures: 0,
    isOver: true,
    /** The page is being left, or waits in the browser's memory. */
    isLeft: false,
  };
}

/** Call `begin` while someone is signed in; it answers how to end. */
export function createDraftSender(given: Given): DraftSender & { begin: () => () => void } {
  const sending = initialState(given);
  const { shown, rows, open, savedBy } = sending;
  return {
    list: () => shown.get().list,
    stateOf: (form) => shown.get().states.get(form) ?? null,
    watch: shown.watch,
    read: (form) => read(sending, form),
    rowOf: (form) => rows.get(form) ?? null,
    open: (form) => {
      open.add(form);
      show(sending);
      return () => void open.delete(form);
    },
    setAside: (form) => setAside(sending, form),
    sendSoon: () => {
      sending.timer ??= setTimeout(() => void sendAll(sending), sendAfterMs);
      show(sending);
    },
    sendNow: (longestMs = longestWaitMs) =>
      Promise.race([sendAll(sending), new Promise<void>((resolve) => setTimeout(resolve, longestMs))]),
    onSaved: (form, take) => {
      savedBy.set(form, take);
      return () => void savedBy.delete(form);
    },
    end: (form, text) => end(sending, form, text),
    begin: () => begin(sending),
  };
}

function begin(sending: Sending): () => void {
  sending.isOver = false;
  const stop = new AbortController();
  const { signal } = stop;
  const send = () => void sendAll(sending);
  const look = () => (document.visibilityState === 'visible' ? void refresh(sending) : sending.isLeft || send());
  const leave = () => {
    sending.isLeft = true;
    void sendEach(sending);
  };
  window.addEventListener('online', send, { signal });
  window.addEventListener('focus', look, { signal });
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', () => void (sending.isLeft = false), { signal });
  document.addEventListener('visibilitychange', look, { signal });
  send();
  return () => {
    sending.isOver = true;
    clearTimeout(sending.timer);
    stop.abort();
  };
}

/** What is sent in the meantime is newer than the answer, and what is kept here was typed last. */
async function read({ api, owner, rows }: Sending, form: string): Promise<void> {
  const before = rows.get(form);
  const row = await readDraft(api, form).catch((error: unknown) => {
    if (findKeptDraft(owner, form)) return before ?? null;
    throw error;
  });
  if (rows.get(form) === before) rows.set(form, row);
}

async function refresh(sending: Sending): Promise<void> {
  const known = await listDrafts(sending.api).catch(() => null);
  if (known === null || sending.isOver) return;
  sending.known = known;
  show(sending);
}

/** A call that another tab has begun comes to its end first: the newest words arrive last. */
function inTurn(sending: Sending, work: () => Promise<void>): Promise<void> {
  const name = `drafts of ${sending.owner}`;
  // Without https there are no locks. One that a page asks for while it is left is held for ever in Firefox, by no one.
  const ask = () => ('locks' in navigator && !sending.isLeft ? navigator.locks.request(name, work) : work());
  const done = sending.line.then(ask);
  sending.line = done.catch(() => undefined);
  return done;
}

function sendAll(sending: Sending): Promise<void> {
  clearTimeout(sending.timer);
  sending.timer = undefined;
  return inTurn(sending, () => sendEach(sending));
}

async function sendEach(sending: Sending): Promise<void> {
  const { owner, refused } = sending;
  if (sending.known === null && navigator.onLine) await refresh(sending);
  let hasFailed = false;
  for (const form of listKeptForms(owner)) {
    const kept = findKeptDraft(owner, form);
    if (sending.isOver) return;
    if (!kept || refused.get(form)?.text === kept.text) continue;
    const there = sending.known?.find((one) => one.form === form);
    const isOpen = sending.open.has(form);
    // Of two devices in one form the last write wins, once each has seen the other's.
    if (there && isOvertaken(kept.draft, there) && !(isOpen && kept.draft.seen)) setAside(sending, form, isOpen);
    // One that fails holds back no other.
    else if (sending.known === null || !navigator.onLine || !(await send(sending, form, kept))) hasFailed = true;
  }
  sending.failures = hasFailed ? sending.failures + 1 : 0;
  if (hasFailed) sending.timer ??= setTimeout(() => void sendAll(sending), retryPauseMs(sending.failures));
  show(sending);
}

type Kept = { text: string; draft: Draft };

/** False when it is to be tried again. */
async function send(sending: Sending, form: string, { text, draft }: Kept): Promise<boolean> {
  const { owner, store, unsure, refused } = sending;
  unsure.add(form);
  try {
    const { at, saved } = await store(form, draft);
    unsure.delete(form);
    // Until the answer to a save is known, the browser keeps what was sent.
    if (draft.sent) refused.set(form, { text, message: '' });
    else dropDraft(owner, form, text);
    if (saved === undefined) {
      sending.rows.set(form, { at, by: browserId(), version: draft.version, values: draft.values });
      const others = sending.known?.filter((one) => one.form !== form) ?? [];
      sending.known = [{ form, at, by: browserId(), ...draftExcerpt(draft.values) }, ...others];
    } else sending.savedBy.get(form)?.(saved, draft);
    show(sending);
    return true;
  } catch (error) {
    // What a server in front answers by itself, as while the site restarts, says nothing about the draft.
    const isRefusal = error instanceof ApiError && error.status !== 401 && error.code !== unexplained;
    if (!isRefusal || mayPass(error)) return false;
    unsure.delete(form);
    if (error.message === draftMessages.noItem) setAside(sending, form, true);
    else refused.set(form, { text, message: error.message });
    return true;
  }
}

/** What is kept of the form of an item becomes that of a new one, and stays that one while the form is open. */
function setAside(sending: Sending, form: string, isOpen = false): void {
  const { owner, moved } = sending;
  const kept = findKeptDraft(owner, form);
  const kind = parseFormName(form)?.kind;
  if (!kept || !kind) return;
  const to = (isOpen && moved.get(form)) || newFormName(kind, randomUuid());
  if (isOpen) moved.set(form, to);
  keepDraft(owner, to, { ...kept.draft, version: null, seen: null });
  dropDraft(owner, form, kept.text);
  sending.timer ??= setTimeout(() => void sendAll(sending), sendAfterMs);
}

/** What another tab has written since stays. */
function end(sending: Sending, form: string, text?: string): Promise<void> {
  const { api, owner, unsure } = sending;
  return inTurn(sending, async () => {
    const at = timeOnSite(sending, form);
    if (unsure.has(form)) await deleteDraft(api, form, null);
    else if (at !== undefined) await deleteDraft(api, form, at);
    dropDraft(owner, form, text);
    sending.rows.delete(form);
    unsure.delete(form);
    sending.known = sending.known?.filter((one) => one.form !== form) ?? null;
    show(sending);
  });
}

/** When the site got the draft of a form, as far as this page knows. */
function timeOnSite({ rows, known }: Sending, form: string): string | undefined {
  return (rows.get(form) ?? known?.find((one) => one.form === form))?.at;
}

function show(sending: Sending): void {
  const { owner, known, rows, moved, shown } = sending;
  const kept = listKeptForms(owner);
  const { states: before, list } = shown.get();
  const states = new Map<string, DraftState>();
  const listedForms = known?.map(({ form }) => form) ?? [];
  for (const form of new Set([...kept, ...rows.keys(), ...listedForms, ...moved.keys()])) {
    const [state, last] = [stateOf(sending, form), before.get(form)];
    if (state) states.set(form, JSON.stringify(state) === JSON.stringify(last) && last ? last : state);
  }
  const elsewhere = known?.filter(({ form }) => !kept.includes(form)) ?? [];
  const listed = [...kept.map((form) => listedHere(owner, form)), ...elsewhere];
  const isSame = JSON.stringify(listed) === JSON.stringify(list);
  shown.set({ states, list: isSame ? list : listed });
}

function listedHere(owner: string, form: string): ListedDraft {
  const { at, values } = findKeptDraft(owner, form)?.draft ?? { at: '', values: {} };
  return { form, at, by: browserId(), ...draftExcerpt(values) };
}

function stateOf(sending: Sending, form: string): DraftState | null {
  const { owner, refused, moved, failures } = sending;
  const kept = findKeptDraft(owner, form);
  const at = timeOnSite(sending, form);
  const saved = at === undefined ? null : { words: 'Draft saved', at };
  if (!kept && !saved && moved.has(form)) return { words: 'Draft saved as a new one', more: draftMessages.noItem };
  if (!kept) return saved;
  const refusal = refused.get(form);
  const more = refusal?.text === kept.text ? refusal.message : '';
  if (more === '' && failures === 0) return saved ?? { words: 'Saving draft…' };
  if (isStored(owner, form)) return { words: 'Draft saved in this browser', at: kept.draft.at, more };
  return { words: 'Draft not saved: leave this page open and save.', isNowhere: true };
}
