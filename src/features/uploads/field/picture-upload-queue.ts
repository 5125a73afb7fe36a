/**
 * Uploads pictures one at a time, of forms and texts. Failed ones stay in the queue and are retried when the connection is back,
 * after growing pauses, or by hand.
 */
import type { Api } from '#shared/calls/api-client.ts';
import { ConnectionLost } from '#shared/calls/api-client.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { createStore } from '#ui/create-store.ts';
import { uploadPicture, uploadReason } from '../uploads.client.ts';

export type QueuedPicture = { api: Api; purpose: string; file: File };

export type PictureState =
  /** `isAgain` for an automatic retry. */
  | { is: 'uploading'; isAgain: boolean; cancel: () => void }
  | { is: 'uploaded'; url: string }
  | { is: 'offline' }
  | { is: 'failed'; reason: string };

type Entry = QueuedPicture & {
  state: PictureState;
  error: unknown;
  failures: number;
  running: Promise<void> | null;
  /** A save waits for it: nothing else stops it. */
  isAwaited: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
};

const entries = new Map<File, Entry>();
/** Counts their changes. */
const changes = createStore(0);
let line = Promise.resolve();

/** How long one attempt may take, on a slow line and while the server encodes. */
const longestMs = 300_000;

export function queuePicture(picture: QueuedPicture): void {
  void send(findOrAddEntry(picture));
}

/**
 * Returns the picture's address. After a failure the picture stays in the queue.
 * @throws Error that says why, for the administrator
 */
export async function uploadNow(picture: QueuedPicture): Promise<string> {
  const entry = findOrAddEntry(picture);
  const { file } = picture;
  if (uploadedUrl(file) === null) {
    entry.isAwaited = true;
    await send(entry);
    entry.isAwaited = false;
  }
  const url = uploadedUrl(file);
  if (url === null) throw entry.error;
  return url;
}

export function pictureStateOf(file: File): PictureState | null {
  return entries.get(file)?.state ?? null;
}

/** Why a picture is not uploaded, or null while it may be. */
export function whyNotUploadedText(state: PictureState): string | null {
  if (state.is === 'offline') return 'Waiting for the connection';
  return state.is === 'failed' ? `Could not be uploaded: ${state.reason}` : null;
}

/** Null while it is not uploaded. */
export function uploadedUrl(file: File | null): string | null {
  const state = file && pictureStateOf(file);
  return state?.is === 'uploaded' ? state.url : null;
}

export function usePictureState(file: File | null): PictureState | null {
  changes.useValue();
  return file && pictureStateOf(file);
}

export function retryUpload(file: File): void {
  const entry = entries.get(file);
  if (entry) void send(entry);
}

/** Forgets the picture and cancels its upload, unless a save waits for it. */
export function forgetPicture(file: File): void {
  const entry = entries.get(file);
  if (!entry || entry.isAwaited) return;
  entries.delete(file);
  clearTimeout(entry.timer);
  if (entry.state.is === 'uploading') entry.state.cancel();
  changes.set(changes.get() + 1);
}

export const watchUploads = changes.watch;

function findOrAddEntry(picture: QueuedPicture): Entry {
  const found = entries.get(picture.file);
  if (found) return found;
  const begun = { error: null, failures: 0, running: null, isAwaited: false, timer: undefined };
  const entry: Entry = { ...picture, ...begun, state: { is: 'offline' } };
  entries.set(picture.file, entry);
  return entry;
}

function send(entry: Entry, isAgain = false): Promise<void> {
  clearTimeout(entry.timer);
  entry.running ??= sendOnce(entry, isAgain).finally(() => {
    entry.running = null;
  });
  return entry.running;
}

async function sendOnce(entry: Entry, isAgain: boolean): Promise<void> {
  const { api, purpose, file } = entry;
  const stop = new AbortController();
  const cancel = () => stop.abort(new Error('You cancelled it.'));
  let timeout: ReturnType<typeof setTimeout> | undefined;
  setState(entry, { is: 'uploading', isAgain, cancel });
  const turn = line;
  const { promise, resolve: giveTurn } = Promise.withResolvers<void>();
  line = promise;
  await turn;
  try {
    timeout = setTimeout(() => stop.abort(new ConnectionLost(null)), longestMs);
    const url = await uploadPicture(api, purpose, file, stop.signal);
    setState(entry, { is: 'uploaded', url });
  } catch (error) {
    entry.error = error;
    entry.failures += 1;
    setState(entry, stateAfter(error));
    const isWanted = entries.get(file) === entry;
    const isTemporary = error instanceof Error && error.cause !== undefined && mayPass(error.cause);
    if (isWanted && isTemporary) entry.timer = setTimeout(() => void send(entry, true), retryPauseMs(entry.failures));
    if (isWanted && entry.state.is === 'offline') sendWhenOnline(entry);
  } finally {
    clearTimeout(timeout);
    giveTurn();
  }
}

function sendWhenOnline(entry: Entry): void {
  const again = () => entries.get(entry.file)?.state.is === 'offline' && void send(entry, true);
  window.addEventListener('online', again, { once: true });
}

function stateAfter(error: unknown): PictureState {
  if (error instanceof Error && error.cause instanceof ConnectionLost) return { is: 'offline' };
  return { is: 'failed', reason: uploadReason(error) };
}

function setState(entry: Entry, state: PictureState): void {
  if (entries.get(entry.file) !== entry) return;
  entry.state = state;
  changes.set(changes.get() + 1);
}
