/** Unsaved content in this browser's local storage: one entry for each form. */

/** `version` is that of the edited item, null for a new one. `picture` is the name of the chosen file. */
export type StoredDraft<V> = {
  id: string;
  at: string;
  values: V;
  version: number | null;
  picture: string | null;
  /** As the last save sent it; its answer may be lost. */
  sent?: object | null;
  /** Keys of the saves that were not answered. */
  saves?: string[];
  /** The site has a copy: of when, and whether with its pictures. Absent without one. */
  kept?: { at: string; isWhole?: boolean } | null;
  /** The copy on the site is older than this. */
  isAhead?: boolean;
  /** When this content and what it goes on from were stored. The site names its copies by the same instants. */
  stamps?: string[];
};

/** Enough for what may have reached the site without an answer. */
export const mostStamps = 50;

/** Another person at the same computer is not offered the draft. */
export type Place = { owner: string; form: string };

/** Newest first. */
export function readDrafts<V>(place: Place): StoredDraft<V>[] {
  const found = draftKeys(keyOf(place, '')).flatMap((key) => parse<V>(localStorage.getItem(key)) ?? []);
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

/** False when the browser's storage is full or forbidden. The form works without it. */
export function writeDraft<V>(place: Place, draft: StoredDraft<V>): boolean {
  try {
    localStorage.setItem(keyOf(place, draft.id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** After the site has taken what was stored at `at`. Does nothing when it is removed. */
export function noteKept(
  place: Place,
  { id, at }: { id: string; at: string },
  kept: { at: string; isWhole: boolean },
): void {
  const [stored] = readDrafts<object>(place).filter((draft) => draft.id === id);
  if (stored) writeDraft(place, { ...stored, kept, isAhead: stored.at !== at });
}

/** Of this person, in any form. */
export function readOwnDrafts(owner: string): { form: string; draft: StoredDraft<object> }[] {
  const start = `draft:${owner}:`;
  return draftKeys(start).flatMap((key) => {
    const draft = parse<object>(localStorage.getItem(key));
    return draft ? [{ form: key.slice(start.length, key.lastIndexOf(':')), draft }] : [];
  });
}

/** Stores it as `to`. What another tab has stored in place of `from` stays. */
export function moveDraft(place: Place, from: StoredDraft<object>, to: StoredDraft<object>): void {
  const there = readDrafts<object>(place).find(({ id }) => id === from.id);
  if (writeDraft(place, to) && there?.at === from.at) removeDraft(place, from.id);
}

export function removeDraft(place: Place, id: string): void {
  localStorage.removeItem(keyOf(place, id));
}

export function hasDrafts(owner: string): boolean {
  return draftKeys(`draft:${owner}:`).length > 0;
}

/** Removes all drafts of this person, in other tabs too. The next sweep deletes their pictures. */
export function removeDrafts(owner: string): void {
  for (const key of draftKeys(`draft:${owner}:`)) localStorage.removeItem(key);
  localStorage.setItem(removalKey(owner), '');
  localStorage.removeItem(removalKey(owner));
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

/** Calls `onChanged` with each draft of this person that another tab stores, or has removed. Answers how to stop. */
export function watchOwnDrafts(
  owner: string,
  onChanged: (draft: StoredDraft<object>, isThere: boolean) => void,
): () => void {
  const told = ({ key, oldValue, newValue }: StorageEvent) => {
    const draft = key?.startsWith(`draft:${owner}:`) ? parse<object>(newValue ?? oldValue) : null;
    if (draft) onChanged(draft, newValue !== null);
  };
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

export function allDraftIds(): string[] {
  return draftKeys('draft:').map((key) => key.slice(key.lastIndexOf(':') + 1));
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
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(values: object): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function keyOf({ owner, form }: Place, id: string): string {
  return `draft:${owner}:${form}:${id}`;
}

function removalKey(owner: string): string {
  return `drafts-removed:${owner}`;
}

function draftKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

function parse<V>(text: string | null): StoredDraft<V> | null {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft<V> | null;
    return typeof draft?.id === 'string' && typeof draft.at === 'string' ? draft : null;
  } catch {
    return null;
  }
}
