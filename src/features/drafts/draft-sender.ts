/** Brings what this browser keeps to the site: one call at a time, in all tabs. What fails stays and is tried again, later and later. */
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, unexplained } from '#shared/calls/api-error.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import { randomUuid } from '#shared/random-uuid.ts';
import { createStore } from '#ui/create-store.ts';
import { draftMessages, newFormName, parseFormName } from './draft.ts';
import {
  browserId,
  type Draft,
  type DraftRow,
  dropDraft,
  findKeptDraft,
  isOvertaken,
  isStored,
  type KeptDraft,
  keepDraft,
  listKeptForms,
  watchOtherTabs,
} from './draft-storage.ts';
import { deleteDraft, listDrafts, readDraft } from './drafts.client.ts';

const sendAfterMs = 1000;
const longestWaitMs = 3000;

/** A draft in words; `at` is when it was written, `by` the browser that did. */
export type ListedDraft = { form: string; at: string; by: string | null; title: string; words: string };

/** Where the words of a form are, since when, and why not on the site. */
export type DraftState = { words: string; at?: string; more?: string; isNowhere?: boolean };

export const savingDraft: DraftState = { words: 'Saving draft…' };

/** Resolves to the time when the site got it and, of a form that is saved with it, to what is saved. */
export type StoreDraft = (form: string, draft: Draft) => Promise<{ at: string; saved?: unknown }>;

export type OpenForm = {
  /** Gets what another tab has written. */
  follow: (kept: KeptDraft) => void;
  /** Gets what the site has saved of a form that is saved with its draft. */
  onSaved: (saved: unknown, draft: Draft) => void;
};

/** What this page knows of a form. */
type Known = {
  open?: OpenForm | undefined;
  /** The site's draft, as this page has read or sent it last. */
  row?: DraftRow | null | undefined;
  /** A call is under way or had no answer: the site may have what was sent. */
  isUnsure?: boolean;
  /** What the site refuses, and why. */
  refused?: { text: string; message: string };
  /** The form of a new item that has the words of the open form, and why. */
  moved?: { to: string; why: string } | null | undefined;
};

export type DraftSender = ReturnType<typeof createDraftSender>;

type Given = { api: Api; owner: string; store: StoreDraft };

/** Call `begin` while someone is signed in; it answers how to end. */
export function createDraftSender({ api, owner, store }: Given) {
  /** Rises whenever a list or a state may be another one. */
  const changes = createStore(0);
  const forms = new Map<string, Known>();
  /** As the site has listed them, newest first; null before it has answered. */
  let listed: readonly ListedDraft[] | null = null;
  /** With what is kept here. */
  let list: readonly ListedDraft[] = [];
  let line: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = true;
  /** The page is being left, or waits in the browser's memory. */
  let isLeft = false;

  const knownOf = (form: string) => forms.get(form) ?? {};
  const note = (form: string, part: Known) => void forms.set(form, { ...knownOf(form), ...part });

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

  async function refresh(): Promise<void> {
    const answer = await listDrafts(api).catch(() => null);
    if (answer === null || isOver) return;
    listed = answer;
    show();
  }

  /**
   * Asks the site for its draft of a form, which then opens with it. What is sent in the meantime is newer than the answer, and
   * what is kept here was typed last. @throws without an answer and with nothing kept here: typing would replace it unseen
   */
  async function read(form: string): Promise<Draft | null> {
    const before = knownOf(form).row;
    const row = await readDraft(api, form).catch((error: unknown) => {
      if (findKeptDraft(owner, form)) return before;
      throw error;
    });
    if (knownOf(form).row === before) note(form, { row });
    return find(form).draft ?? null;
  }

  /** What a form opens with: what is kept here, unless another browser has written on, or what the site has. */
  function find(form: string): Partial<KeptDraft> {
    const { row } = knownOf(form);
    const kept = findKeptDraft(owner, form);
    if (kept && row && isOvertaken(kept.draft, row)) setAside(form, draftMessages.overtaken);
    return findKeptDraft(owner, form) ?? (row ? { draft: row } : {});
  }

  /** A form is open. Returns how to close it. */
  function open(form: string, by: OpenForm): () => void {
    note(form, { open: by });
    const stop = watchOtherTabs(owner, form, (kept) => (kept ? by.follow(kept) : void refresh()));
    show();
    return () => {
      stop();
      note(form, { open: undefined, moved: null });
      void sendNow();
    };
  }

  /** Keeps what is typed, and sends it a second later. Returns its text, for `end` and `discard`. */
  function keep(form: string, draft: Omit<Draft, 'at'> & Partial<Draft>): string {
    const seen = knownOf(form).row?.at ?? null;
    const text = keepDraft(owner, form, { at: new Date().toISOString(), ...draft, seen });
    sendSoon();
    return text;
  }

  /** What is kept is sent a second later. */
  function sendSoon(): void {
    sendAfter(sendAfterMs);
    show();
  }

  function sendAfter(pauseMs: number): void {
    timer ??= setTimeout(() => void sendAll(), pauseMs);
  }

  /** Resolves when it is sent, has failed, or after `longestMs`. */
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
    if (listed === null && navigator.onLine) await refresh();
    let hasFailed = false;
    for (const form of listKeptForms(owner)) {
      const kept = findKeptDraft(owner, form);
      if (isOver) return;
      if (!kept || knownOf(form).refused?.text === kept.text) continue;
      const there = listed?.find((one) => one.form === form);
      // Of two devices in one form the last write wins, once each has seen the other's.
      if (there && isOvertaken(kept.draft, there) && !(knownOf(form).open && kept.draft.seen))
        setAside(form, draftMessages.overtaken);
      // One that fails holds back no other.
      else if (listed === null || !navigator.onLine || !(await send(form, kept))) hasFailed = true;
    }
    failures = hasFailed ? failures + 1 : 0;
    if (hasFailed) sendAfter(retryPauseMs(failures));
    show();
  }

  /** False when it is to be tried again. */
  async function send(form: string, { text, draft }: KeptDraft): Promise<boolean> {
    note(form, { isUnsure: true });
    try {
      const { at, saved } = await store(form, draft);
      note(form, { isUnsure: false, moved: null });
      // Until the answer to a save is known, the browser keeps what was sent.
      if (draft.sent) note(form, { refused: { text, message: '' } });
      else dropDraft(owner, form, text);
      if (saved === undefined) {
        const row = { at, by: browserId(), version: draft.version, values: draft.values };
        note(form, { row });
        listed = [{ form, at, by: row.by, ...draftExcerpt(row.values) }, ...(withoutForm(form) ?? [])];
      } else knownOf(form).open?.onSaved(saved, draft);
      show();
      return true;
    } catch (error) {
      // What a server in front answers by itself, as while the site restarts, says nothing about the draft.
      const isRefusal = error instanceof ApiError && error.status !== 401 && error.code !== unexplained;
      if (!isRefusal || mayPass(error)) return false;
      note(form, { isUnsure: false });
      if (error.message === draftMessages.noItem) setAside(form, error.message);
      else note(form, { refused: { text, message: error.message } });
      return true;
    }
  }

  /** What is kept of the form of an item becomes that of a new one, and of the same one while the form is open. */
  function setAside(form: string, why: string): void {
    const kept = findKeptDraft(owner, form);
    const kind = parseFormName(form)?.kind;
    if (!kept || !kind) return;
    const { open, moved } = knownOf(form);
    const to = (open && moved?.to) || newFormName(kind, randomUuid());
    note(form, { moved: open && { to, why } });
    keepDraft(owner, to, { ...kept.draft, version: null, seen: null });
    dropDraft(owner, form, kept.text);
    sendAfter(sendAfterMs);
  }

  /** The form is saved: nothing of it is kept, here as `text` or on the site. */
  function end(form: string, text: string | undefined): void {
    dropDraft(owner, form, text);
    // A draft that stays says nothing new: the form that opens with it ends it.
    void remove(form, undefined).catch(() => undefined);
  }

  /** Nothing of a form stays. A form that is open knows its `text`. @throws when the site does not answer: then all of it stays */
  function discard(form: string, text = findKeptDraft(owner, form)?.text): Promise<void> {
    return remove(form, text);
  }

  /** From the site, after a call under way, and then what is kept as `text`. */
  function remove(form: string, text: string | undefined): Promise<void> {
    return inTurn(async () => {
      const until = knownOf(form).isUnsure ? null : timeOnSite(form);
      if (until !== undefined) {
        await deleteDraft(api, form, until);
        listed = withoutForm(form);
      }
      dropDraft(owner, form, text);
      note(form, { row: null, isUnsure: false });
      show();
    });
  }

  function withoutForm(form: string): readonly ListedDraft[] | null {
    return listed?.filter((one) => one.form !== form) ?? null;
  }

  /** When the site got the draft of a form, as far as this page knows. What another device has typed is known once it is read. */
  function timeOnSite(form: string): string | undefined {
    return (knownOf(form).row ?? listed?.find((one) => one.form === form && one.by === browserId()))?.at;
  }

  function show(): void {
    const kept = listKeptForms(owner);
    const elsewhere = listed?.filter(({ form }) => !kept.includes(form)) ?? [];
    const next = [...kept.map(listedHere), ...elsewhere];
    // Each card on the screen follows it.
    if (JSON.stringify(next) !== JSON.stringify(list)) list = next;
    changes.set(changes.get() + 1);
  }

  function listedHere(form: string): ListedDraft {
    const { at, values } = findKeptDraft(owner, form)?.draft ?? { at: '', values: {} };
    return { form, at, by: browserId(), ...draftExcerpt(values) };
  }

  /** Null when nothing of this form is unsaved. */
  function stateOf(form: string): DraftState | null {
    const { refused, moved } = knownOf(form);
    const kept = findKeptDraft(owner, form);
    const at = timeOnSite(form);
    const saved = at === undefined ? null : { words: 'Draft saved', at };
    if (!kept && moved) return { words: 'Draft saved as a new one', more: moved.why };
    if (!kept) return saved;
    const more = refused?.text === kept.text ? refused.message : '';
    if (more === '' && failures === 0) return saved ?? savingDraft;
    if (isStored(owner, form)) return { words: 'Draft saved in this browser', at: kept.draft.at, more };
    return { words: 'Draft not saved: keep this page open and save.', isNowhere: true };
  }

  const { watch, useValue: useChanges } = changes;
  return {
    begin,
    read,
    find,
    open,
    keep,
    sendSoon,
    sendNow,
    end,
    discard,
    stateOf,
    watch,
    useChanges,
    list: () => list,
  };
}
