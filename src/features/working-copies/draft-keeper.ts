/**
 * Keeps an administrator's drafts on the site. One call at a time, never the same content twice; what fails is tried again,
 * later and later, and stays in this browser meanwhile.
 */
import {
  dropPicture,
  stateOf as pictureStateOf,
  queuePicture,
  watchPictures,
} from '#features/uploads/field/picture-queue.ts';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { draftWords } from '#shared/drafts/draft-words.ts';
import { noteKept, type StoredDraft, watchOwnDrafts } from '#ui/drafts/draft-storage.ts';
import type { Chosen, DraftKeeper, KeptCopy, KeptList } from '#ui/drafts/editing-context.ts';
import {
  blankEntry,
  contentOf,
  dueIn,
  type Entry,
  earlyId,
  earlyOf,
  isWhole,
  itemIn,
  newEntry,
  notKept,
  textOf,
} from './keeper-entry.ts';
import { draftFromSite, draftsToBring, followSite, heldDrafts, isAllOnSite, moveApart } from './stored-drafts.ts';
import { keepWorkingCopy, listWorkingCopies, removeWorkingCopy } from './working-copies.client.ts';

/** A save that follows at once makes it needless. */
const sendAfterMs = 300;
const flushMs = 3000;

/** Call `begin` while somebody is signed in; it answers how to end. */
export function createDraftKeeper(api: Api, owner: string): DraftKeeper & { begin: () => () => void } {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  /** With their stamps: lists that were asked for before may still hold them. */
  const removed = new Map<string, string[]>();
  let kept: KeptList | null = null;
  let running: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = true;

  function tell() {
    for (const listener of listeners) listener();
  }

  /** A copy with another stamp comes from another device. */
  function isThere({ id, stamp }: { id: string; stamp: string | null }): boolean {
    const stamps = removed.get(id);
    return stamps === undefined || (stamp !== null && !stamps.includes(stamp));
  }

  function setCopies(change: (copies: readonly KeptCopy[]) => readonly KeptCopy[]) {
    if (kept) kept = { ...kept, copies: change(kept.copies) };
  }

  function copyOf(id: string): KeptCopy | undefined {
    return kept?.copies.find((copy) => copy.id === id);
  }

  function keep(form: string, draft: StoredDraft<object>, { file, isStored, onMoved }: Chosen) {
    const kind = itemIn(form)?.kind;
    if (kind === undefined) return;
    const at = copyOf(draft.id)?.at ?? draft.kept?.at ?? null;
    const entry = entries.get(draft.id) ?? newEntry(draft.id, form, draft, at);
    entries.set(draft.id, entry);
    if (entry.file && entry.file !== file) dropPicture(earlyOf(entry.file));
    Object.assign(entry, { form, draft, file, onMoved, isRemoved: false });
    removed.delete(draft.id);
    entry.state = { ...entry.state, at: entry.state.at ?? at, storedAt: isStored ? draft.at : null };
    // Another device has no other way to the picture.
    const early = file && earlyOf(file);
    if (early && !isOver && !pictureStateOf(early))
      queuePicture({ api, owner, draft: draft.id, id: earlyId, purpose: kind, file: early });
    // Stored once more as it was: the site is not behind.
    if (entry.state.at !== null && entry.sent === textOf(entry))
      noteKept({ owner, form }, draft, { at: entry.state.at, isWhole: isWhole(entry) });
    tell();
    if (!isOver) sendSoon(document.visibilityState === 'hidden' ? 0 : sendAfterMs);
  }

  function remove(id: string) {
    const copy = copyOf(id);
    const entry = entries.get(id) ?? (copy && blankEntry(copy));
    if (!entry) return;
    entries.set(id, entry);
    if (entry.file) dropPicture(earlyOf(entry.file));
    entry.isRemoved = true;
    hide(entry.draft);
    sendSoon(0);
  }

  function hide({ id, stamps = [] }: StoredDraft<object>) {
    removed.set(id, stamps);
    setCopies((copies) => copies.filter(isThere));
    tell();
  }

  function sendSoon(afterMs: number) {
    clearTimeout(timer);
    if (afterMs === 0) void send();
    else timer = setTimeout(() => void send(), afterMs);
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  }

  async function sendAll() {
    for (const entry of dueIn(entries)) {
      if (isOver) return;
      if (!navigator.onLine) return fail(entry, null);
      try {
        await (entry.isRemoved ? drop(entry) : put(entry));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) return fail(entry, error);
        giveWay(entry);
      }
    }
    if (dueIn(entries).length > 0) await sendAll();
  }

  async function put(entry: Entry) {
    const { id, form, draft } = entry;
    const content = contentOf(entry);
    const text = JSON.stringify(content);
    const { at: stamp, stamps: follows = [] } = draft;
    const at = await keepWorkingCopy(api, id, { ...content, stamp, follows });
    Object.assign(entry, { sent: text, failures: 0 });
    entry.state = { ...entry.state, at, isFailing: false, problem: null };
    noteKept({ owner, form }, draft, { at, isWhole: text === textOf(entry) && isWhole(entry) });
    const copy = { id, form, at, version: draft.version, stamp, ...draftWords(draft.values) };
    setCopies((copies) => (entry.isRemoved ? copies : [copy, ...copies.filter((one) => one.id !== id)]));
    tell();
  }

  async function drop(entry: Entry) {
    const { id, sent, state, draft } = entry;
    if (sent !== null || state.at !== null || state.isFailing) await removeWorkingCopy(api, id, draft.stamps ?? []);
    // It may be kept again meanwhile.
    if (entry.isRemoved) entries.delete(id);
    else Object.assign(entry, { sent: null, state: { ...entry.state, at: null } });
  }

  /** Another device has gone on with the same text: its copy stays, and what is here goes on under an id of its own. */
  function giveWay(entry: Entry) {
    const { id, form, draft, onMoved } = entry;
    entries.delete(id);
    removed.delete(id);
    if (!entry.isRemoved) {
      const moved = moveApart({ owner, form }, draft);
      const state = { ...notKept, storedAt: entry.state.storedAt };
      entries.set(moved.id, { ...entry, id: moved.id, draft: moved, sent: null, refused: null, state });
      onMoved?.(id, moved);
    }
    refresh();
    tell();
  }

  function fail(entry: Entry, error: unknown) {
    const isRefused = error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
    if (isRefused && entry.isRemoved) entries.delete(entry.id);
    if (isRefused) entry.refused = textOf(entry);
    entry.failures += 1;
    entry.state = { ...entry.state, isFailing: true, problem: isRefused ? error.message : null };
    tell();
    timer = setTimeout(() => void send(), isRefused ? 0 : Math.min(60_000, 2_500 * 2 ** entry.failures));
  }

  function refresh() {
    asking ??= ask().finally(() => {
      asking = null;
    });
  }

  async function ask() {
    const answer = await listWorkingCopies(api, heldDrafts(owner)).catch(() => null);
    if (!answer || isOver) return;
    const copies = answer.copies.map(({ kind, entityId, ...row }) => ({
      ...row,
      form: `${kind}-${entityId ?? 'new'}`,
    }));
    const isFirst = kept === null;
    kept = { ended: answer.ended, copies: copies.filter(isThere) };
    followSite(owner, kept, (id) => entries.has(id));
    if (isFirst) await bringStored(kept);
    tell();
  }

  /** What was typed here without a network, or before the site kept anything. */
  async function bringStored(known: KeptList) {
    for (const { form, draft, file } of await draftsToBring(owner, known))
      if (!entries.has(draft.id)) keep(form, draft, { file, isStored: true });
  }

  async function flush(): Promise<boolean> {
    // Without a list nothing is known of what the site has.
    await Promise.race([Promise.all([send(), asking]), new Promise((resolve) => setTimeout(resolve, flushMs))]);
    const isWholeHere = [...entries.values()].every((entry) => entry.isRemoved || isWhole(entry));
    return kept !== null && isWholeHere && isAllOnSite(owner, kept);
  }

  function begin() {
    isOver = false;
    refresh();
    const again = () => sendSoon(0);
    const look = () => document.visibilityState === 'visible' && refresh();
    // A picture that has arrived belongs to what is kept.
    const stopWatching = watchPictures(() => dueIn(entries).length > 0 && !running && sendSoon(sendAfterMs));
    const stopFollowing = watchOwnDrafts(owner, (draft, isStored) =>
      isStored ? removed.delete(draft.id) : hide(draft),
    );
    window.addEventListener('online', again);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stopWatching();
      stopFollowing();
      window.removeEventListener('online', again);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }

  return {
    list: () => kept,
    stateOf: (id) => entries.get(id)?.state ?? null,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    keep,
    read: (id) => draftFromSite(api, id),
    remove,
    flush,
    begin,
  };
}
