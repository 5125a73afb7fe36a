/**
 * Keeps an administrator's drafts on the site. One call at a time, never the same content twice; what fails is tried again,
 * later and later, and stays in this browser meanwhile.
 */
import { stateOf as pictureStateOf, queuePicture, watchPictures } from '#features/uploads/field/picture-queue.ts';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { draftWords } from '#shared/drafts/draft-words.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { noteKept, type StoredDraft } from '#ui/drafts/draft-storage.ts';
import type { DraftKeeper, KeptCopy, KeptState } from '#ui/drafts/editing-context.ts';
import { blank, bodyOf, dueIn, type Entry, earlyOf, isWhole, itemIn, textOf } from './draft-entry.ts';
import { keepWorkingCopy, listWorkingCopies, readWorkingCopy, removeWorkingCopy } from './working-copies.client.ts';

type Kept = NonNullable<ReturnType<DraftKeeper['list']>>;

/** Beside the save's own in the queue. */
const earlyId = `${coverId}-early`;

/** A save that follows at once makes it needless. */
const sendAfterMs = 300;
const flushMs = 3000;
const none: KeptState = { at: null, storedAt: null, isFailing: false, problem: null };

/** Call `begin` while somebody is signed in; it answers how to end. */
export function createDraftKeeper(api: Api, owner: string): DraftKeeper & { begin: () => () => void } {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  /** Lists that were asked for before may still hold them. */
  const removed = new Set<string>();
  let kept: Kept | null = null;
  let running: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = true;

  function tell() {
    for (const listener of listeners) listener();
  }

  function setCopies(change: (copies: readonly KeptCopy[]) => readonly KeptCopy[]) {
    if (kept) kept = { ...kept, copies: change(kept.copies) };
  }

  function entryOf(id: string, begun: Pick<Entry, 'form' | 'draft'>): Entry {
    const at = kept?.copies.find((copy) => copy.id === id)?.at ?? begun.draft.kept?.at ?? null;
    const entry = entries.get(id) ?? {
      ...begun,
      ...{ id, file: null, sent: null, isRemoved: false, refused: null, failures: 0, state: { ...none, at } },
    };
    entries.set(id, entry);
    return entry;
  }

  function keep(
    form: string,
    draft: StoredDraft<object>,
    { file, isStored }: { file: File | null; isStored: boolean },
  ) {
    const kind = itemIn(form)?.kind;
    if (kind === undefined || isOver) return;
    const entry = entryOf(draft.id, { form, draft });
    Object.assign(entry, { form, draft, file, isRemoved: false });
    removed.delete(draft.id);
    entry.state = { ...entry.state, storedAt: isStored ? draft.at : null };
    // Another device has no other way to the picture.
    const early = file && earlyOf(file);
    if (early && !pictureStateOf(early))
      queuePicture({ api, owner, draft: draft.id, id: earlyId, purpose: kind, file: early });
    // Stored once more as it was: the site is not behind.
    if (entry.state.at !== null && entry.sent === textOf(entry)) noteKept({ owner, form }, draft, entry.state.at);
    tell();
    sendSoon(document.visibilityState === 'hidden' ? 0 : sendAfterMs);
  }

  function remove(id: string) {
    const entry = entries.get(id) ?? (kept?.copies.some((copy) => copy.id === id) ? entryOf(id, blank(id)) : null);
    if (!entry) return;
    entry.isRemoved = true;
    removed.add(id);
    setCopies((copies) => copies.filter((copy) => copy.id !== id));
    tell();
    sendSoon(0);
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
        return fail(entry, error);
      }
    }
    if (dueIn(entries).length > 0) await sendAll();
  }

  async function put(entry: Entry) {
    const { id, form, draft } = entry;
    const body = bodyOf(entry);
    const text = JSON.stringify(body);
    const at = await keepWorkingCopy(api, id, body);
    Object.assign(entry, { sent: text, failures: 0 });
    entry.state = { ...entry.state, at, isFailing: false, problem: null };
    noteKept({ owner, form }, draft, at);
    const copy = { id, form, at, version: draft.version, ...draftWords(draft.values) };
    setCopies((copies) => (entry.isRemoved ? copies : [copy, ...copies.filter((one) => one.id !== id)]));
    tell();
  }

  async function drop(entry: Entry) {
    const { id, sent, state } = entry;
    if (sent !== null || state.at !== null || state.isFailing) await removeWorkingCopy(api, id);
    // It may be kept again meanwhile.
    if (entry.isRemoved) entries.delete(id);
    else Object.assign(entry, { sent: null, state: { ...entry.state, at: null } });
  }

  function fail(entry: Entry, error: unknown) {
    const isRefused = error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
    if (isRefused && entry.isRemoved) entries.delete(entry.id);
    if (isRefused) entry.refused = JSON.stringify(bodyOf(entry));
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
    const askedAt = new Date().toISOString();
    const rows = await listWorkingCopies(api).catch(() => null);
    if (!rows || isOver) return;
    const copies = rows.map(({ kind, entityId, ...row }) => ({ ...row, form: `${kind}-${entityId ?? 'new'}` }));
    kept = { askedAt, copies: copies.filter(({ id }) => !removed.has(id)) };
    tell();
  }

  async function read(id: string): Promise<StoredDraft<object>> {
    const { at, version, values, picture, pictureUrl } = await readWorkingCopy(api, id);
    const uploaded = pictureUrl === null ? {} : { imageUrl: pictureUrl };
    return { id, at, version, values: { ...values, ...uploaded }, picture: pictureUrl ? null : picture };
  }

  async function flush(): Promise<boolean> {
    await Promise.race([send(), new Promise((resolve) => setTimeout(resolve, flushMs))]);
    return kept !== null && [...entries.values()].every((entry) => entry.isRemoved || isWhole(entry));
  }

  function begin() {
    isOver = false;
    refresh();
    const again = () => sendSoon(0);
    const look = () => document.visibilityState === 'visible' && refresh();
    // A picture that has arrived belongs to what is kept.
    const stopWatching = watchPictures(() => dueIn(entries).length > 0 && !running && sendSoon(sendAfterMs));
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stopWatching();
      window.removeEventListener('online', again);
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
    read,
    remove,
    flush,
    begin,
  };
}
