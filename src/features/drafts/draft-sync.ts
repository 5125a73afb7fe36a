/**
 * Brings what this browser stores and discards to the site: one call at a time, never the same content twice. What fails stays in the
 * browser and is tried again, later and later.
 */
import { findUploadedDraftPicture, watchUploads } from '#features/uploads/field/picture-upload-queue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { createStore } from '#ui/create-store.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import {
  findDraft,
  lastWriteSucceeded,
  listEndedDrafts,
  listStoredDrafts,
  mayReplaceSiteDraft,
  removeDraft,
  renameOldDrafts,
  type StoredDraft,
  writeDraft,
} from '#ui/drafts/draft-storage.ts';
import type { DraftSync, KeptDraft, SiteDrafts } from '#ui/drafts/drafts-context.ts';
import { draftMessages, parseFormName } from './draft.ts';
import { deleteDraft, listDrafts, readDraft, storeDraft } from './drafts.client.ts';

const flushMs = 3000;
const isOffered = 'Another draft of this is on the site: restore or discard it first.';

type SyncState = ReturnType<typeof initialState>;

function initialState(api: Api, owner: string) {
  return {
    api,
    owner,
    /** What the site has; null until it has answered. */
    known: null as SiteDrafts | null,
    /** The same without what is discarded here, and where each draft of this browser is. */
    shown: createStore({ list: null as SiteDrafts | null, states: new Map<string, KeptDraft>() }),
    /** By id what the site refuses, and why. */
    refused: new Map<string, { at: string; message: string }>(),
    /** The forms whose item was there when this visit asked. */
    looked: new Set<string>(),
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
  const sync = initialState(api, owner);
  return {
    list: () => sync.shown.get().list,
    stateOf: (id) => sync.shown.get().states.get(id) ?? null,
    watch: sync.shown.watch,
    refresh: () => refresh(sync),
    stored: () => {
      notifyListeners(sync);
      void send(sync);
    },
    read: (form) => read(sync, form),
    flush: () => {
      const isThrough = refresh(sync).then(() => send(sync));
      return Promise.race([isThrough, new Promise<void>((resolve) => setTimeout(resolve, flushMs))]);
    },
    begin: () => startSyncing(sync),
  };
}

function startSyncing(sync: SyncState): () => void {
  sync.isOver = false;
  const again = () => void send(sync);
  const look = () => document.visibilityState === 'visible' && void refresh(sync);
  again();
  // A picture that has arrived belongs to its draft.
  const stopWatching = watchUploads(again);
  const end = new AbortController();
  const { signal } = end;
  window.addEventListener('online', again, { signal });
  window.addEventListener('focus', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  return () => {
    sync.isOver = true;
    clearTimeout(sync.timer);
    stopWatching();
    end.abort();
  };
}

/** Asks what the site has, then sends what it lacks. */
function refresh(sync: SyncState): Promise<void> {
  sync.asking ??= listDrafts(sync.api)
    .then((known) => {
      sync.known = known;
      notifyListeners(sync);
    })
    .catch(() => undefined)
    .finally(() => {
      sync.asking = null;
      void send(sync);
    });
  return sync.asking;
}

function send(sync: SyncState): Promise<void> {
  clearTimeout(sync.timer);
  sync.running ??= Promise.resolve(sync).then(sendAll);
  return sync.running;
}

async function sendAll(sync: SyncState): Promise<void> {
  try {
    if (sync.isOver) return;
    if (!sync.known && navigator.onLine) await refresh(sync);
    const failed = new Set<string>();
    for (let next = nextCall(sync, failed); next && !sync.isOver; next = nextCall(sync, failed)) {
      const isThrough = sync.known !== null && navigator.onLine && (await succeeds(next.call));
      if (!isThrough && failed.size === 0) sync.failures += 1;
      if (!isThrough) failed.add(next.name);
      notifyListeners(sync);
    }
    if (failed.size === 0) sync.failures = 0;
    else retryLater(sync);
  } finally {
    // In one step with the last look: what is stored from now on is sent again.
    sync.running = null;
  }
}

function retryLater(sync: SyncState): void {
  if (sync.isOver) return;
  sync.timer = setTimeout(() => void send(sync), retryPauseMs(sync.failures));
}

function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  return call().then(
    () => true,
    () => false,
  );
}

/** Removes first, then sends the newest that the site does not have as it is here. One that has failed holds back no other. */
function nextCall(sync: SyncState, failed: Set<string>) {
  const { owner } = sync;
  const nameOf = ({ form, id }: { form: string; id: string }) => `${form} ${id}`;
  const ended = listEndedDrafts(owner).find((draft) => !failed.has(nameOf(draft)));
  if (ended) return { name: nameOf(ended), call: () => remove(sync, ended) };
  const stored = listStoredDrafts(owner).filter((draft) => !failed.has(nameOf(draft)));
  const due = stored.find((draft) => isDue(sync, draft));
  if (due) return { name: nameOf(due), call: () => sendDraft(sync, due) };
  const missing = stored.find((draft) => isMissing(sync, draft));
  return missing && { name: nameOf(missing), call: () => lookForItem(sync, missing) };
}

/** The site had it and has none of this form any more: an older database, a save on another device, or its item was deleted permanently. */
function isMissing({ known, looked }: SyncState, { form, sentAt }: StoredDraft<object>): boolean {
  const isAsked = looked.has(form) || !parseFormName(form)?.entityId;
  return Boolean(sentAt) && !isAsked && known !== null && !known.drafts.some((one) => one.form === form);
}

async function lookForItem(sync: SyncState, draft: StoredDraft<object>): Promise<void> {
  const { hasItem } = await readDraft(sync.api, draft.form);
  if (hasItem) sync.looked.add(draft.form);
  else markOrphan(sync, draft);
}

function isDue(sync: SyncState, draft: StoredDraft<object>): boolean {
  const { form, id, at, sentAt, pictureUrl, isOrphan } = draft;
  const isSent = sentAt && (pictureUrl || uploadedPicture(draft) === null);
  return (
    parseFormName(form) !== null &&
    !isOrphan &&
    !isSent &&
    sync.refused.get(id)?.at !== at &&
    placeOf(sync, draft) !== null
  );
}

/** What it continues on the site, or takes the place of; null while a draft there was neither restored nor discarded. */
function placeOf(sync: SyncState, draft: StoredDraft<object>): { over: string | null; overAt: string | null } | null {
  const there = sync.known?.drafts.find(({ form }) => form === draft.form);
  const { over = null, overAt = null } = draft;
  if (!there || mayReplaceSiteDraft(draft, there)) return { over, overAt };
  return isDiscarded(sync, there) ? { over: there.id, overAt: there.at } : null;
}

/** Here, and not written on by another device since. */
function isDiscarded({ owner }: SyncState, there: SiteDrafts['drafts'][number]): boolean {
  const ended = listEndedDrafts(owner).find(({ form, id }) => form === there.form && id === there.id);
  return ended !== undefined && (ended.until === '' || there.at <= ended.until);
}

function uploadedPicture({ key, picture }: StoredDraft<object>): string | null {
  return picture === null ? null : findUploadedDraftPicture(key, coverId);
}

/** @throws when it is to be tried again later */
async function sendDraft(sync: SyncState, draft: StoredDraft<object>): Promise<void> {
  const { owner } = sync;
  const { form, id, key, version, picture, over = null } = draft;
  const pictureUrl = draft.pictureUrl ?? uploadedPicture(draft);
  const values = draft.values as Record<string, unknown>;
  const input = { id, key, version, values, picture, pictureUrl, over, overAt: null, ...placeOf(sync, draft) };
  const at = await storeDraft(sync.api, form, input).catch((error: unknown) => refuse(sync, draft, error));
  if (at === null) return;
  // A list that was asked for before does not name it.
  await sync.asking;
  const { drafts = [], created = [] } = sync.known ?? {};
  sync.known = { created, drafts: [{ form, id, key, at }, ...drafts.filter((one) => one.form !== form)] };
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
async function refuse(sync: SyncState, draft: StoredDraft<object>, error: unknown): Promise<null> {
  if (!isRefusal(error)) throw error;
  if (error.status === 409) {
    await refresh(sync);
    if (placeOf(sync, draft)) throw error;
    return null;
  }
  if (error.message === draftMessages.noItem) markOrphan(sync, draft);
  else sync.refused.set(draft.id, { at: draft.at, message: error.message });
  return null;
}

function markOrphan(sync: SyncState, draft: StoredDraft<object>): void {
  const now = findDraft(sync.owner, draft);
  if (now) writeDraft(sync.owner, { ...now, sentAt: null, isOrphan: true });
  // The form of a new item may be open already: it looks again.
  sync.known = sync.known && { ...sync.known };
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 401 && !mayPass(error);
}

async function remove(sync: SyncState, draft: ReturnType<typeof listEndedDrafts>[number]): Promise<void> {
  const { api, owner } = sync;
  const done = parseFormName(draft.form) ? deleteDraft(api, draft) : Promise.resolve();
  await done.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
  // A list that was asked for before may name it again.
  await sync.asking;
  if (findDraft(owner, draft)) return;
  removeDraft(owner, draft);
  const { known } = sync;
  sync.known = known && {
    ...known,
    drafts: known.drafts.filter(({ form, id }) => form !== draft.form || id !== draft.id),
  };
}

async function read(sync: SyncState, form: string): Promise<StoredDraft<object> | null> {
  const { draft } = await readDraft(sync.api, form);
  const known = sync.known?.drafts.find((one) => one.form === form);
  if (known?.id !== draft?.id) void refresh(sync);
  return draft && { ...draft, form };
}

/** Works out what follows from the browser's storage and the site's answer. */
function notifyListeners(sync: SyncState): void {
  const { known, owner } = sync;
  const drafts = known?.drafts.filter((there) => !isDiscarded(sync, there)) ?? [];
  sync.shown.set({
    list: known && drafts.length < known.drafts.length ? { ...known, drafts } : known,
    states: new Map(listStoredDrafts(owner).map((draft) => [draft.id, stateOf(sync, draft)])),
  });
}

function stateOf(sync: SyncState, draft: StoredDraft<object>): KeptDraft {
  const { id, at, sentAt, isOrphan } = draft;
  if (sentAt) return { words: 'Draft saved', at: sentAt };
  const refused = sync.refused.get(id);
  const why = refused?.at === at ? refused.message : '';
  const more = isOrphan ? draftMessages.noItem : placeOf(sync, draft) ? why : isOffered;
  const isStuck = more !== '' || sync.failures > 0;
  if (isStuck && lastWriteSucceeded(sync.owner, draft)) return { words: 'Draft saved in this browser', at, more };
  if (isStuck) return { words: 'Draft not saved: leave this page open and save.' };
  const there = sync.known?.drafts.find((one) => one.id === id);
  return there ? { words: 'Draft saved', at: there.at } : { words: 'Saving draft…' };
}
