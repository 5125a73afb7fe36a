/** The pictures of drafts in this browser's IndexedDB until they are saved: local storage holds only text. */
import { allDraftKeys } from './draft-storage.ts';

/** The id of a form's own picture. Pictures in its text have ids of their own. */
export const coverId = 'cover';

const storeName = 'pictures';

/** A form waits for its pictures at most this long. */
const longestMs = 10_000;

type OnDeleted = (draft: string, id: string | null) => void;
const watchers = new Set<OnDeleted>();

/** Called for each deleted picture. `id` is null for all pictures of a draft. */
export function onPicturesDeleted(onDeleted: OnDeleted): void {
  watchers.add(onDeleted);
}

/** False when the browser cannot store it. */
export async function saveDraftPicture(draft: string, id: string, file: File): Promise<boolean> {
  return (await runInStore('readwrite', (store) => store.put({ file }, keyOf(draft, id)))) !== null;
}

export async function findDraftPicture(draft: string, id: string): Promise<File | null> {
  const kept: { file?: unknown } | null = await runInStore('readonly', (store) => store.get(keyOf(draft, id)));
  return kept?.file instanceof File ? kept.file : null;
}

/** All of the draft, or one. */
export async function deleteDraftPictures(draft: string, id: string | null = null): Promise<void> {
  for (const tell of watchers) tell(draft, id);
  const range = IDBKeyRange.bound(keyOf(draft, id ?? ''), keyOf(draft, id ?? '\uffff'));
  await runInStore('readwrite', (store) => store.delete(range));
}

/** Removes pictures without a draft. */
export async function deleteOrphanedPictures(): Promise<void> {
  // Reads the pictures before the drafts: a draft that begins in between is written before its pictures.
  const keys = (await runInStore('readonly', (store) => store.getAllKeys())) ?? [];
  const drafts = allDraftKeys();
  const stray = keys.filter((key) => !drafts.some((draft) => `${key as string}`.startsWith(keyOf(draft, ''))));
  await Promise.all(stray.map((key) => runInStore('readwrite', (store) => store.delete(key))));
}

function keyOf(draft: string, id: string): string {
  return `${draft}/${id}`;
}

/** Null when storage is forbidden or full, or does not answer: the form works without it. */
function runInStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const fail = () => resolve(null);
  const timer = setTimeout(fail, longestMs);
  void open()
    .then((database) => {
      const transaction = database.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result ?? null);
      transaction.onabort = fail;
      // Does not wait for the handlers of this page.
      transaction.commit();
    })
    .catch(fail);
  return promise.finally(() => clearTimeout(timer));
}

let connection: Promise<IDBDatabase> | null = null;

/** Once for the page, so that a picture is kept in the moment it is chosen. */
function open(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onerror = reject;
    request.onsuccess = () => {
      request.result.onclose = close;
      resolve(request.result);
    };
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return connection;
}

function close(): void {
  connection = null;
}
