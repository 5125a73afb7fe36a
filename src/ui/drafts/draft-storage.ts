/** Unsaved content in this browser's local storage: one entry for each form. */

/** `version` is that of the edited item, null for a new one. `picture` is the name of the chosen file. */
export type StoredDraft<V> = {
  /** The id of the form that writes it: a form that continues it has another. */
  id: string;
  /** Names the creation of its item and its pictures, and stays the same in every form that continues it. */
  key: string;
  at: string;
  values: V;
  version: number | null;
  picture: string | null;
  /** Where the chosen picture is on the site, once it is uploaded. */
  pictureUrl?: string | null;
  /** As the last save sent it; its answer may be lost. */
  sent?: object | null;
  /** The id of the draft on the site that this one continues. */
  over?: string | null;
  /** When the site got all of it, by the site's clock; null before. */
  sentAt?: string | null;
};

/** Another person at the same computer is not offered the draft. */
export type Place = { owner: string; form: string };

/** Drafts that this browser cannot store live as long as the page. */
const unstored = new Map<string, string>();

/** Newest first. */
export function readDrafts<V>(place: Place): StoredDraft<V>[] {
  return entries<V>(keyOf(place, '')).map(({ draft }) => draft);
}

/** Of this person, in any form, newest first. */
export function readOwnDrafts(owner: string): { form: string; draft: StoredDraft<object> }[] {
  const start = keyOf({ owner, form: '' }, '').slice(0, -1);
  return entries<object>(start).map(({ key, draft }) => ({
    form: key.slice(start.length, key.lastIndexOf(':')),
    draft,
  }));
}

/** The keys of the pictures of drafts. */
export function allDraftKeys(): string[] {
  return entries('draft:').map(({ draft }) => draft.key);
}

export function findDraft(place: Place, id: string): StoredDraft<object> | null {
  return parse(read(keyOf(place, id)));
}

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

export function isStoredHere(place: Place, id: string): boolean {
  return !unstored.has(keyOf(place, id));
}

export function removeDraft(place: Place, id: string): void {
  unstored.delete(keyOf(place, id));
  localStorage.removeItem(keyOf(place, id));
}

/** Removes this person's drafts that the site has, with their pictures. The next sweep deletes those of this browser. */
export function removeSentDrafts(owner: string): void {
  for (const { form, draft } of readOwnDrafts(owner)) {
    const { id, values, picture, pictureUrl, sentAt } = draft;
    const isWhole = (picture === null || pictureUrl) && !JSON.stringify(values).includes('picture-coming');
    if (sentAt && isWhole) removeDraft({ owner, form }, id);
  }
}

/** Calls `onChanged` when another tab stores or removes a draft of this form. Returns how to stop. */
export function watchDrafts(place: Place, onChanged: () => void): () => void {
  const told = ({ key }: StorageEvent) => {
    if (key?.startsWith(keyOf(place, ''))) onChanged();
  };
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

/** A random UUID. `crypto.randomUUID` exists on https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function isSame(a: object, b: object): boolean {
  return JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b));
}

function sortedEntries(values: object): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function keyOf({ owner, form }: Place, id: string): string {
  return `draft:${owner}:${form}:${id}`;
}

function entries<V>(start: string): { key: string; draft: StoredDraft<V> }[] {
  const keys = new Set([...storedKeys(), ...unstored.keys()].filter((key) => key.startsWith(start)));
  const found = [...keys].flatMap((key) => {
    const draft = parse<V>(read(key));
    return draft ? [{ key, draft }] : [];
  });
  return found.sort((a, b) => b.draft.at.localeCompare(a.draft.at));
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

function parse<V>(text: string | null): StoredDraft<V> | null {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft<V> | null;
    return [draft?.id, draft?.key, draft?.at].every((text) => typeof text === 'string') ? draft : null;
  } catch {
    return null;
  }
}
