/** Unsaved content in this browser's local storage: one entry for each form. */

/** `version` is that of the edited item, null for a new one. `picture` is the name of the chosen file. */
export type StoredDraft<V> = {
  /** Of the form that writes it: whatever goes on with it has another one. */
  id: string;
  /** Names the creation of its item and its pictures, and stays the same wherever it goes on. */
  key: string;
  at: string;
  values: V;
  version: number | null;
  picture: string | null;
  /** Where the chosen picture is on the site, once it is uploaded. */
  pictureUrl?: string | null;
  /** As the last save sent it; its answer may be lost. */
  sent?: object | null;
  /** The id of the draft on the site that this one goes on from. */
  over?: string | null;
  /** The site has all of it. */
  isSent?: boolean;
};

/** Another person at the same computer is not offered the draft. */
export type Place = { owner: string; form: string };

/** Newest first. */
export function readDrafts<V>(place: Place): StoredDraft<V>[] {
  const found = draftKeys(keyOf(place, '')).flatMap((key) => parse<V>(read(key)) ?? []);
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

/** What this browser cannot store lives as long as the page. */
const unstored = new Map<string, string>();

/** False when the browser's storage is full or forbidden. The site may still get it. */
export function writeDraft<V>(place: Place, draft: StoredDraft<V>): boolean {
  const [key, text] = [keyOf(place, draft.id), JSON.stringify(draft)];
  unstored.delete(key);
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    unstored.set(key, text);
    return false;
  }
}

export function findDraft(place: Place, id: string): StoredDraft<object> | null {
  return parse<object>(read(keyOf(place, id)));
}

/** Of this person, in any form. */
export function readOwnDrafts(owner: string): { form: string; draft: StoredDraft<object> }[] {
  const start = `draft:${owner}:`;
  return draftKeys(start).flatMap((key) => {
    const draft = parse<object>(read(key));
    return draft ? [{ form: key.slice(start.length, key.lastIndexOf(':')), draft }] : [];
  });
}

/** Earlier releases had one name for a draft on every device: what the site has under it may be newer, and is not to be replaced. */
export function renameOldDrafts(owner: string): void {
  for (const { form, draft } of readOwnDrafts(owner).filter(({ draft }) => draft.key === undefined)) {
    const place = { owner, form };
    if (writeDraft(place, { ...draft, id: newKey(), key: draft.id })) removeDraft(place, draft.id);
  }
}

export function removeDraft(place: Place, id: string): void {
  forget(keyOf(place, id));
}

export function hasDrafts(owner: string): boolean {
  return draftKeys(`draft:${owner}:`).length > 0;
}

/** Removes this person's drafts that the site has whole, in other tabs too. The next sweep deletes their pictures. */
export function removeSentDrafts(owner: string): void {
  for (const { form, draft } of readOwnDrafts(owner)) if (isOnSite(draft)) removeDraft({ owner, form }, draft.id);
  localStorage.setItem(removalKey(owner), '');
  localStorage.removeItem(removalKey(owner));
}

/** With its pictures. */
function isOnSite({ values, picture, pictureUrl, isSent }: StoredDraft<object>): boolean {
  const hasPictures = (picture === null || Boolean(pictureUrl)) && !JSON.stringify(values).includes('picture-coming');
  return isSent === true && hasPictures;
}

/** Calls `onRemoved` when another tab removes this person's drafts. Answers how to stop. */
export function watchRemoval(owner: string, onRemoved: () => void): () => void {
  const told = ({ key, newValue }: StorageEvent) => {
    if (key === removalKey(owner) && newValue !== null) onRemoved();
  };
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

/** Calls `onChanged` for a draft of this form that another tab stores or removes. Answers how to stop. */
export function watchDrafts(place: Place, onChanged: (id: string, isThere: boolean) => void): () => void {
  const start = keyOf(place, '');
  const told = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(start)) onChanged(key.slice(start.length), newValue !== null);
  };
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

/** What the pictures of drafts are kept under. */
export function allDraftKeys(): string[] {
  return draftKeys('draft:').flatMap((key) => parse(read(key))?.key ?? []);
}

/** A random UUID. `crypto.randomUUID` exists on https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function isSame<V extends object>(a: V, b: V): boolean {
  return JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b));
}

function sortedEntries(values: object): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function keyOf({ owner, form }: Place, id: string): string {
  return `draft:${owner}:${form}:${id}`;
}

function removalKey(owner: string): string {
  return `drafts-removed:${owner}`;
}

function draftKeys(start: string): string[] {
  return [...new Set([...storedKeys(), ...unstored.keys()])].filter((key) => key.startsWith(start));
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function read(key: string): string | null {
  return unstored.get(key) ?? localStorage.getItem(key);
}

function forget(key: string): void {
  unstored.delete(key);
  localStorage.removeItem(key);
}

function parse<V>(text: string | null): StoredDraft<V> | null {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft<V> | null;
    return typeof draft?.id === 'string' && typeof draft.at === 'string' ? draft : null;
  } catch {
    return null;
  }
}
