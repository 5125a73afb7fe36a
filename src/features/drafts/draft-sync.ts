/**
 * Brings the drafts that this browser stores to the site: one call at a time, never the same content twice. What fails stays in the browser
 * and is tried again, later and later.
 */
import { findUploadedDraftPicture, watchUploads } from '#features/uploads/field/picture-upload-queue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import {
  findDraft,
  isStoredInBrowser,
  listStoredDrafts,
  renameOldDrafts,
  type StoredDraft,
  writeDraft,
} from '#ui/drafts/draft-storage.ts';
import type { DraftSync, KeptDraft, SiteDrafts } from '#ui/drafts/editing-context.ts';
import { parseFormName } from './draft.ts';
import { listDrafts, readDraft, removeDraft, storeDraft } from './drafts.client.ts';

const flushMs = 3000;
const isOffered = 'Another draft of this is on the site: restore or discard it first.';

type Keeping = ReturnType<typeof begunFor>;

function begunFor(api: Api, owner: string) {
  return {
    ...{ api, owner },
    /** What the site has; null until it has answered. */
    known: null as SiteDrafts | null,
    states: new Map<string, KeptDraft>(),
    /** By id the time of the content that the site refuses. */
    refused: new Map<string, string>(),
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
  const keeping = begunFor(api, owner);
  return {
    list: () => keeping.known,
    stateOf: (id) => keeping.states.get(id) ?? null,
    watch: (listener) => {
      keeping.listeners.add(listener);
      return () => keeping.listeners.delete(listener);
    },
    refresh: () => refresh(keeping).then(() => send(keeping)),
    stored: (form, id) => {
      const draft = findDraft(owner, { form, id });
      if (draft && parseFormName(form) && !mayReplace(keeping, draft)) notSent(keeping, draft, isOffered);
      else if (!keeping.states.has(id)) say(keeping, id, { words: 'Saving draft…' });
      void send(keeping);
    },
    read: (form) => read(keeping, form),
    remove: (form, id) => void remove(keeping, form, id),
    flush: () => flush(keeping),
    begin: () => begin(keeping),
  };
}

function begin(keeping: Keeping): () => void {
  keeping.isOver = false;
  const again = () => void send(keeping);
  const look = () => document.visibilityState === 'visible' && void refresh(keeping).then(again);
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

function refresh(keeping: Keeping): Promise<void> {
  keeping.asking ??= listDrafts(keeping.api)
    .then((known) => {
      keeping.known = known;
      // Another tab may have sent what is written here.
      for (const { id, sentAt } of listStoredDrafts({ owner: keeping.owner }))
        if (sentAt && keeping.states.has(id) && known.drafts.some((one) => one.id === id))
          keeping.states.set(id, { words: 'Draft saved', at: sentAt });
      tell(keeping);
    })
    .catch(() => undefined)
    .finally(() => {
      keeping.asking = null;
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
    for (let due = nextDue(keeping); due && !keeping.isOver; due = nextDue(keeping)) {
      if (!keeping.known || !navigator.onLine) return later(keeping, due);
      const problem = await put(keeping, due).catch((error: unknown) => error);
      if (problem !== undefined && (await mustWait(keeping, due, problem))) return later(keeping, due);
    }
  } finally {
    // In one step with the last look: what is stored from now on is sent again.
    keeping.running = null;
  }
}

/** True when it is to be tried again later. What the site refuses waits for other words or for its place. */
async function mustWait(keeping: Keeping, due: StoredDraft<object>, problem: unknown): Promise<boolean> {
  if (!isRefusal(problem)) return true;
  const isConflict = problem.status === 409;
  if (isConflict) await refresh(keeping);
  else keeping.refused.set(due.id, due.at);
  if (isConflict && mayReplace(keeping, due)) return true;
  notSent(keeping, due, isConflict ? isOffered : problem.message);
  return false;
}

/** The newest that the site does not have as it is here. */
function nextDue(keeping: Keeping): StoredDraft<object> | undefined {
  const isDue = (draft: StoredDraft<object>) =>
    parseFormName(draft.form) !== null &&
    (!draft.sentAt || (draft.pictureUrl == null && uploadedPicture(draft) !== null)) &&
    keeping.refused.get(draft.id) !== draft.at &&
    mayReplace(keeping, draft);
  return listStoredDrafts({ owner: keeping.owner }).find(isDue);
}

/** A draft that was neither restored nor discarded stays. */
function mayReplace({ known }: Keeping, { form, id, over }: StoredDraft<object>): boolean {
  const there = known?.drafts.find((one) => one.form === form);
  return !there || there.id === id || there.id === over;
}

function uploadedPicture({ key, picture }: StoredDraft<object>): string | null {
  return picture === null ? null : findUploadedDraftPicture(key, coverId);
}

async function put(keeping: Keeping, draft: StoredDraft<object>): Promise<void> {
  const { form, id, key, version, picture, over = null } = draft;
  const pictureUrl = draft.pictureUrl ?? uploadedPicture(draft);
  const values = draft.values as Record<string, unknown>;
  const at = await storeDraft(keeping.api, form, { id, key, version, values, picture, pictureUrl, over });
  keeping.failures = 0;
  setThere(keeping, form, { id, key, at });
  const now = findDraft(keeping.owner, draft);
  // It was saved or discarded in the meantime.
  if (!now) return remove(keeping, form, id);
  const isWhole = now.at === draft.at;
  writeDraft(keeping.owner, { ...now, over: null, ...(isWhole && { sentAt: at, pictureUrl }) });
  say(keeping, id, { words: 'Draft saved', at });
  // Another tab may have written on in the one that this one continues: the site has it no more.
  const continued = over && findDraft(keeping.owner, { form, id: over });
  if (continued) writeDraft(keeping.owner, { ...continued, sentAt: null });
}

function later(keeping: Keeping, due: StoredDraft<object>): void {
  keeping.failures += 1;
  notSent(keeping, due);
  keeping.timer = setTimeout(() => void send(keeping), Math.min(60_000, 2_500 * 2 ** keeping.failures));
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

async function remove(keeping: Keeping, form: string, id: string): Promise<void> {
  const isThere =
    keeping.known?.drafts.some((one) => one.form === form && one.id === id) ?? parseFormName(form) !== null;
  keeping.states.delete(id);
  if (!isThere) return;
  setThere(keeping, form, null);
  await removeDraft(keeping.api, form, id).catch(() => undefined);
  // A list that was asked for before may name it again.
  await keeping.asking;
  if (keeping.known?.drafts.some((one) => one.id === id)) setThere(keeping, form, null);
  // One that it kept away may go now.
  void send(keeping);
}

async function read(keeping: Keeping, form: string): Promise<StoredDraft<object> | null> {
  const draft = await readDraft(keeping.api, form);
  const known = keeping.known?.drafts.find((one) => one.form === form);
  if (known?.id !== draft?.id) setThere(keeping, form, draft);
  return draft && { ...draft, form };
}

function setThere(keeping: Keeping, form: string, draft: { id: string; key: string; at: string } | null): void {
  const { drafts = [], created = [] } = keeping.known ?? {};
  const others = drafts.filter((one) => one.form !== form);
  const there = draft ? [{ form, id: draft.id, key: draft.key, at: draft.at }] : [];
  keeping.known = { created, drafts: [...there, ...others] };
  tell(keeping);
}

async function flush(keeping: Keeping): Promise<void> {
  await Promise.race([send(keeping), new Promise((resolve) => setTimeout(resolve, flushMs))]);
}

/** `more` says why, for people; not where the site could not be asked. */
function notSent(keeping: Keeping, draft: StoredDraft<object>, more?: string): void {
  const { id, at } = draft;
  const isHere = isStoredInBrowser(keeping.owner, draft);
  const nowhere = { words: 'Draft not saved: leave this page open and save.' };
  say(keeping, id, isHere ? { words: 'Draft saved in this browser', at, ...(more && { more }) } : nowhere);
}

function say(keeping: Keeping, id: string, kept: KeptDraft): void {
  keeping.states.set(id, kept);
  tell(keeping);
}

function tell({ listeners }: Keeping): void {
  for (const listener of listeners) listener();
}
