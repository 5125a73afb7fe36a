/**
 * Brings what this browser stores and discards to the site: one call at a time, never the same content twice. What fails stays in the
 * browser and is tried again, later and later.
 */
import { findUploadedDraftPicture, watchUploads } from '#features/uploads/field/picture-upload-queue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import {
  findDraft,
  isStoredInBrowser,
  listEndedDrafts,
  listStoredDrafts,
  mayReplaceSiteDraft,
  removeDraft,
  renameOldDrafts,
  type StoredDraft,
  writeDraft,
} from '#ui/drafts/draft-storage.ts';
import type { DraftSync, KeptDraft, SiteDrafts } from '#ui/drafts/drafts-context.ts';
import { parseFormName } from './draft.ts';
import { deleteDraft, listDrafts, readDraft, storeDraft } from './drafts.client.ts';

const flushMs = 3000;
const isOffered = 'Another draft of this is on the site: restore or discard it first.';

type Keeping = ReturnType<typeof initialState>;

function initialState(api: Api, owner: string) {
  return {
    ...{ api, owner },
    /** What the site has, without what is discarded here; null until it has answered. */
    known: null as SiteDrafts | null,
    states: new Map<string, KeptDraft>(),
    /** By id what the site refuses, and why. */
    refused: new Map<string, { at: string; message: string }>(),
    listeners: new Set<() => void>(),
    running: null as Promise<void> | null,
    asking: null as Promise<void> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    failures: 0,
    isOver: true,
  };
}

/** Call `begin` while someone is signed in; it answers how to end. */
export function createDraftSync(api: Api, owner: string): DraftSync & { begin: () => () => void } {
  renameOldDrafts(owner);
  const keeping = initialState(api, owner);
  return {
    list: () => keeping.known,
    stateOf: (id) => keeping.states.get(id) ?? null,
    watch: (listener) => {
      keeping.listeners.add(listener);
      return () => keeping.listeners.delete(listener);
    },
    refresh: () => refresh(keeping),
    stored: () => {
      notifyListeners(keeping);
      void send(keeping);
    },
    read: (form) => read(keeping, form),
    flush: () => {
      const isThrough = refresh(keeping).then(() => send(keeping));
      return Promise.race([isThrough, new Promise<void>((resolve) => setTimeout(resolve, flushMs))]);
    },
    begin: () => startSyncing(keeping),
  };
}

function startSyncing(keeping: Keeping): () => void {
  keeping.isOver = false;
  const again = () => void send(keeping);
  const look = () => document.visibilityState === 'visible' && void refresh(keeping);
  again();
  // A picture that has arrived belongs to its draft.
  const stopWatching = watchUploads(again);
  const end = new AbortController();
  const { signal } = end;
  window.addEventListener('online', again, { signal });
  window.addEventListener('focus', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  return () => {
    keeping.isOver = true;
    clearTimeout(keeping.timer);
    stopWatching();
    end.abort();
  };
}

/** Asks what the site has, then sends what it lacks. */
function refresh(keeping: Keeping): Promise<void> {
  keeping.asking ??= listDrafts(keeping.api)
    .then((known) => {
      keeping.known = known;
      notifyListeners(keeping);
    })
    .catch(() => undefined)
    .finally(() => {
      keeping.asking = null;
      void send(keeping);
    });
  return keeping.asking;
}

function send(keeping: Keeping): Promise<void> {
  clearTimeout(keeping.timer);
  keeping.running ??= Promise.resolve(keeping).then(sendAll);
  return keeping.running;
}

async function sendAll(keeping: Keeping): Promise<void> {
  try {
    if (keeping.isOver) return;
    if (!keeping.known && navigator.onLine) await refresh(keeping);
    for (let call = nextCall(keeping); call && !keeping.isOver; call = nextCall(keeping)) {
      if (!keeping.known || !navigator.onLine) return retryLater(keeping);
      await call();
      keeping.failures = 0;
      notifyListeners(keeping);
    }
  } catch {
    retryLater(keeping);
  } finally {
    // In one step with the last look: what is stored from now on is sent again.
    keeping.running = null;
  }
}

function retryLater(keeping: Keeping): void {
  if (keeping.isOver) return;
  keeping.failures += 1;
  notifyListeners(keeping);
  keeping.timer = setTimeout(() => void send(keeping), Math.min(60_000, 2_500 * 2 ** keeping.failures));
}

/** Removes first: what is discarded may keep others away. Then the newest that the site does not have as it is here. */
function nextCall(keeping: Keeping): (() => Promise<void>) | undefined {
  const { owner } = keeping;
  const [discarded] = listEndedDrafts(owner);
  if (discarded) return () => remove(keeping, discarded);
  const due = listStoredDrafts(owner).find((draft) => isDue(keeping, draft));
  return due && (() => sendDraft(keeping, due));
}

function isDue(keeping: Keeping, draft: StoredDraft<object>): boolean {
  const { form, id, at, sentAt, pictureUrl } = draft;
  const isSent = sentAt && (pictureUrl || uploadedPicture(draft) === null);
  return parseFormName(form) !== null && !isSent && keeping.refused.get(id)?.at !== at && mayReplace(keeping, draft);
}

/** A draft that was neither restored nor discarded stays. */
function mayReplace({ known }: Keeping, draft: StoredDraft<object>): boolean {
  const there = known?.drafts.find(({ form }) => form === draft.form);
  return !there || mayReplaceSiteDraft(draft, there);
}

function uploadedPicture({ key, picture }: StoredDraft<object>): string | null {
  return picture === null ? null : findUploadedDraftPicture(key, coverId);
}

/** @throws when it is to be tried again later */
async function sendDraft(keeping: Keeping, draft: StoredDraft<object>): Promise<void> {
  const { owner } = keeping;
  const { form, id, key, version, picture, over = null, overAt = null } = draft;
  const pictureUrl = draft.pictureUrl ?? uploadedPicture(draft);
  const values = draft.values as Record<string, unknown>;
  const input = { id, key, version, values, picture, pictureUrl, over, overAt };
  const at = await storeDraft(keeping.api, form, input).catch((error: unknown) => refuse(keeping, draft, error));
  if (at === null) return;
  // A list that was asked for before does not name it.
  await keeping.asking;
  const { drafts = [], created = [] } = keeping.known ?? {};
  keeping.known = { created, drafts: [{ form, id, key, at }, ...drafts.filter((one) => one.form !== form)] };
  const now = findDraft(owner, draft);
  // Saved or discarded in the meantime, it is removed next.
  if (!now) return;
  const isWhole = now.at === draft.at;
  writeDraft(owner, { ...now, over: null, overAt: null, ...(isWhole && { sentAt: at, pictureUrl }) });
  // Another tab may have written on in the one that this one continues: the site has it no more.
  const continued = over && findDraft(owner, { form, id: over });
  if (continued) writeDraft(owner, { ...continued, sentAt: null });
}

/** What the site refuses waits for other words or for its place. */
async function refuse(keeping: Keeping, draft: StoredDraft<object>, error: unknown): Promise<null> {
  if (!isRefusal(error)) throw error;
  if (error.status === 409) {
    await refresh(keeping);
    if (mayReplace(keeping, draft)) throw error;
  } else keeping.refused.set(draft.id, { at: draft.at, message: error.message });
  return null;
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

async function remove(keeping: Keeping, draft: ReturnType<typeof listEndedDrafts>[number]): Promise<void> {
  const { api, owner } = keeping;
  const done = parseFormName(draft.form) ? deleteDraft(api, draft) : Promise.resolve();
  await done.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
  // A list that was asked for before may name it again.
  await keeping.asking;
  if (!findDraft(owner, draft)) removeDraft(owner, draft);
}

async function read(keeping: Keeping, form: string): Promise<StoredDraft<object> | null> {
  const draft = await readDraft(keeping.api, form);
  const known = keeping.known?.drafts.find((one) => one.form === form);
  if (known?.id !== draft?.id) void refresh(keeping);
  return draft && { ...draft, form };
}

/** Works out what follows from the browser's storage and the site's answer. */
function notifyListeners(keeping: Keeping): void {
  const { known, owner, listeners } = keeping;
  const discarded = listEndedDrafts(owner).map(({ id }) => id);
  if (known && discarded.length > 0)
    keeping.known = { ...known, drafts: known.drafts.filter(({ id }) => !discarded.includes(id)) };
  keeping.states = new Map(listStoredDrafts(owner).map((draft) => [draft.id, stateOf(keeping, draft)]));
  for (const listener of listeners) listener();
}

function stateOf(keeping: Keeping, draft: StoredDraft<object>): KeptDraft {
  const { id, at, sentAt } = draft;
  if (sentAt) return { words: 'Draft saved', at: sentAt };
  const refused = keeping.refused.get(id);
  const why = refused?.at === at ? refused.message : '';
  const more = mayReplace(keeping, draft) ? why : isOffered;
  const isStuck = more !== '' || keeping.failures > 0;
  if (isStuck && isStoredInBrowser(keeping.owner, draft)) return { words: 'Draft saved in this browser', at, more };
  if (isStuck) return { words: 'Draft not saved: leave this page open and save.' };
  const there = keeping.known?.drafts.find((one) => one.id === id);
  return there ? { words: 'Draft saved', at: there.at } : { words: 'Saving draft…' };
}
