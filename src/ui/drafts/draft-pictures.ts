/** The pictures of drafts in this browser's IndexedDB: local storage holds only text. */
import { allDraftKeys, type StoredDraft } from './draft-storage.ts';

/** `url` is its address on the site once it is uploaded. The site removes uploads that no saved text mentions. */
export type DraftPicture = { id: string; file: File; url: string | null };

/** The id of a form's own picture. Pictures in its text have ids of their own. */
export const coverId = 'cover';

const storeName = 'pictures';

/** More than any draft needs. */
const maxBytes = 200 * 1024 * 1024;

type OnDeleted = (draft: string, id: string | null) => void;
const watchers = new Set<OnDeleted>();

/** Called for each deleted picture. `id` is null for all pictures of a draft. */
export function onPicturesDeleted(onDeleted: OnDeleted): void {
  watchers.add(onDeleted);
}

/** False when the browser cannot store it. */
export function saveDraftPicture(draft: string, { id, file, url }: DraftPicture): Promise<boolean> {
  return attempt(async () => {
    // Stores first and counts afterwards: the page may be closed at any moment.
    await run('readwrite', (store) => store.put({ file, url }, keyOf(draft, id)));
    const all = (await run<unknown[]>('readonly', (store) => store.getAll())).flatMap((value) => parse(value) ?? []);
    const isTooMuch = all.reduce((sum, kept) => sum + kept.file.size, 0) > maxBytes;
    if (isTooMuch) await remove(keyOf(draft, id));
    return !isTooMuch;
  }, false);
}

export function findDraftPictures(draft: string): Promise<DraftPicture[]> {
  return attempt(async () => {
    const keys = await run('readonly', (store) => store.getAllKeys(allOf(draft)));
    const values = await run<unknown[]>('readonly', (store) => store.getAll(allOf(draft)));
    return values.flatMap((value, at) => {
      const kept = parse(value);
      return kept ? [{ id: textOf(keys[at]).split('/')[1] ?? coverId, ...kept }] : [];
    });
  }, []);
}

/** The picture that was chosen for the form of this draft; null without one, or when it could not be stored. */
export async function findChosenPicture({ key, picture }: StoredDraft<object>): Promise<DraftPicture | null> {
  const pictures = picture === null ? [] : await findDraftPictures(key);
  return pictures.find((one) => one.id === coverId) ?? null;
}

/** Does nothing when the draft is gone. */
export function saveUploadedUrl(draft: string, id: string, url: string): Promise<void> {
  return attempt(async () => {
    const kept = parse(await run<unknown>('readonly', (store) => store.get(keyOf(draft, id))));
    if (kept) await run('readwrite', (store) => store.put({ file: kept.file, url }, keyOf(draft, id)));
  }, undefined);
}

export function deleteDraftPicture(draft: string, id: string): Promise<void> {
  for (const tell of watchers) tell(draft, id);
  return remove(keyOf(draft, id));
}

export function deleteDraftPictures(draft: string): Promise<void> {
  for (const tell of watchers) tell(draft, null);
  return attempt(async () => {
    await run('readwrite', (store) => store.delete(allOf(draft)));
  }, undefined);
}

/** Removes pictures whose draft is gone. */
export function deleteOrphanedPictures(): Promise<void> {
  return attempt(async () => {
    // Reads the pictures before the drafts: a draft that begins in between is written before its pictures.
    const keys = await run('readonly', (store) => store.getAllKeys());
    const drafts = allDraftKeys();
    const stray = keys.map(textOf).filter((key) => !drafts.includes(key.split('/')[0] ?? ''));
    await Promise.all(stray.map(remove));
  }, undefined);
}

function remove(key: string): Promise<void> {
  return attempt(async () => {
    await run('readwrite', (store) => store.delete(key));
  }, undefined);
}

function keyOf(draft: string, id: string): string {
  return `${draft}/${id}`;
}

function textOf(key: IDBValidKey | undefined): string {
  return typeof key === 'string' ? key : '';
}

/** Includes the bare id: older versions kept the only picture of a draft under it. */
function allOf(draft: string): IDBKeyRange {
  return IDBKeyRange.bound(draft, keyOf(draft, '\uffff'));
}

function parse(value: unknown): Omit<DraftPicture, 'id'> | null {
  if (value instanceof File) return { file: value, url: null };
  const { file, url = null } = (value ?? {}) as Partial<DraftPicture>;
  return file instanceof File ? { file, url } : null;
}

async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    // Storage is forbidden or full. The form works without it.
    return otherwise;
  }
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(storeName, mode);
  const request = ask(transaction.objectStore(storeName));
  // Does not wait for the handlers of this page.
  transaction.commit();
  return new Promise<T>((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('Not kept'));
  });
}

let connection: Promise<IDBDatabase> | null = null;

/** Once for the page, so that a picture is kept in the moment it is chosen. */
function open(): Promise<IDBDatabase> {
  const close = () => {
    connection = null;
  };
  connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = close;
      database.onversionchange = () => {
        close();
        database.close();
      };
      resolve(database);
    };
    request.onerror = () => {
      close();
      reject(request.error ?? new Error('Not opened'));
    };
  });
  return connection;
}
