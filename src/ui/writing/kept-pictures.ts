/** The chosen pictures of drafts, by the draft's id, in this browser's IndexedDB: local storage holds only text. */
import { allDraftIds } from './drafts.ts';

const storeName = 'pictures';

/** False when the browser could not keep it. */
export function keepPicture(id: string, file: File): Promise<boolean> {
  return attempt(async () => {
    await run('readwrite', (store) => store.put(file, id));
    return true;
  }, false);
}

/** Null when it is not there any more. */
export function findPicture(id: string): Promise<File | null> {
  return attempt(async () => {
    const found = await run<unknown>('readonly', (store) => store.get(id));
    return found instanceof File ? found : null;
  }, null);
}

export function forgetPicture(id: string): Promise<void> {
  return attempt(async () => {
    await run('readwrite', (store) => store.delete(id));
  }, undefined);
}

/** Removes pictures whose draft is gone. */
export function forgetStrayPictures(): Promise<void> {
  return attempt(async () => {
    const kept = allDraftIds();
    const ids = await run('readonly', (store) => store.getAllKeys());
    const stray = ids.filter((id) => typeof id === 'string').filter((id) => !kept.includes(id));
    await Promise.all(stray.map(forgetPicture));
  }, undefined);
}

async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    // Forbidden or full: the form works all the same.
    return otherwise;
  }
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(storeName, mode);
    const request = ask(transaction.objectStore(storeName));
    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('Not kept'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Not opened'));
  });
}
