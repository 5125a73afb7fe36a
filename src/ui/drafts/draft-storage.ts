/** Unsaved content in this browser's local storage: one entry for each form. */
import { randomUuid } from '#shared/random-uuid.ts';
import type { SiteDrafts } from './drafts-context.ts';

/** `version` is that of the edited item, null for a new one. `picture` is the name of the chosen file. */
export type StoredDraft<V> = {
  form: string;
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
  /** As the site's clock had it there; null when this browser had written it. */
  overAt?: string | null;
  /** When the site got all of it, by the site's clock; null before. */
  sentAt?: string | null;
  /** Its item was deleted permanently, or its newsletter sent: the form of a new one offers it. */
  isOrphan?: boolean;
};

/** Its key in the storage has the owner's id too: another person at the same computer is not offered the draft. */
type Named = { form: string; id: string };
type Continuing = Pick<StoredDraft<object>, 'id' | 'over' | 'overAt'>;

/** What this browser cannot store lives as long as the page. */
const unstored = new Map<string, string>();

const discarded = 'discarded ';

/** Newest first: all of this person, or what a form offers: its own, and in the form of a new item those whose item is gone. */
export function listStoredDrafts<V extends object>(owner: string, form?: string): StoredDraft<V>[] {
  const all = entries<V>(`draft:${owner}:`);
  if (form === undefined) return all;
  const isNew = !/-\d+$/.test(form);
  return all.filter((draft) => draft.form === form || (isNew && draft.isOrphan && kindOf(draft.form) === kindOf(form)));
}

/** The keys of the pictures of drafts. */
export function allDraftKeys(): string[] {
  return entries('draft:').map(({ key }) => key);
}

export function findDraft(owner: string, draft: Named): StoredDraft<object> | null {
  return parse(keyOf(owner, draft));
}

export function writeDraft(owner: string, draft: StoredDraft<object>): void {
  write(keyOf(owner, draft), JSON.stringify(draft));
}

/** False when the browser's storage is full or forbidden. The site may still get it. */
export function lastWriteSucceeded(owner: string, draft: Named): boolean {
  return !unstored.has(keyOf(owner, draft));
}

/** True when the site may put it into the place of the draft that it has. */
export function mayReplaceSiteDraft({ id, over, overAt }: Continuing, there: { id: string; at: string }): boolean {
  return there.id === id || (there.id === over && (!overAt || there.at <= overAt));
}

/** In this browser only. */
export function removeDraft(owner: string, draft: Named): void {
  unstored.delete(keyOf(owner, draft));
  localStorage.removeItem(keyOf(owner, draft));
}

/**
 * Saved or discarded: an entry of its own stays until the site has removed it too. One that is only there may be written on by another
 * device: what is written after `at` stays.
 */
export function markEnded(owner: string, draft: Named & { at?: string }): void {
  const until = findDraft(owner, draft) ? '' : (draft.at ?? '');
  write(keyOf(owner, draft), discarded + until);
}

/** Those that the site may still have. */
export function listEndedDrafts(owner: string): (Named & { until: string })[] {
  return keysFrom(`draft:${owner}:`).flatMap((key) => {
    const [, , form = '', id = ''] = key.split(':');
    const text = textOf(key);
    return text?.startsWith(discarded) ? { form, id, until: text.slice(discarded.length) } : [];
  });
}

/**
 * Version 0.2.0 had one id for a draft and the creation of its item, on every device. What the site has under that id may be newer, so
 * the draft of this browser gets an id of its own and is offered beside it.
 */
export function renameOldDrafts(owner: string): void {
  for (const draft of listStoredDrafts(owner)) {
    if (draft.id !== draft.key || draft.sentAt !== undefined) continue;
    const renamed = { ...draft, id: randomUuid() };
    writeDraft(owner, renamed);
    removeDraft(owner, lastWriteSucceeded(owner, renamed) ? draft : renamed);
  }
}

/** Removes this person's drafts that the site has, with their pictures. The next sweep deletes those of this browser. */
export function removeSentDrafts(owner: string, { drafts, created }: SiteDrafts): void {
  for (const draft of listStoredDrafts(owner)) {
    const { form, key, values, picture, pictureUrl, sentAt } = draft;
    const isWhole = (picture === null || pictureUrl) && !JSON.stringify(values).includes('picture-coming');
    // A backup that was restored since may have lost it.
    const isThere = drafts.some((one) => one.form === form && one.key === key && one.at >= (sentAt ?? ''));
    if (sentAt && isWhole && (isThere || created.includes(key))) removeDraft(owner, draft);
  }
}

/** Calls `onChanged` when another tab stores or removes a draft of this form. Returns how to stop. */
export function watchDrafts(owner: string, form: string, onChanged: () => void): () => void {
  const told = ({ key }: StorageEvent) => {
    if (key?.startsWith(`draft:${owner}:${form}:`)) onChanged();
  };
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

/** Both with their fields in the same order, as every form has them. */
export function haveSameValues(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function kindOf(form: string): string {
  return form.split('-')[0] ?? '';
}

function keyOf(owner: string, { form, id }: Named): string {
  return `draft:${owner}:${form}:${id}`;
}

function write(key: string, text: string): void {
  unstored.delete(key);
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
}

function textOf(key: string): string | null {
  return unstored.get(key) ?? localStorage.getItem(key);
}

function keysFrom(start: string): string[] {
  const keys = new Set([...Object.keys(localStorage), ...unstored.keys()]);
  return [...keys].filter((key) => key.startsWith(start));
}

function entries<V extends object>(start: string): StoredDraft<V>[] {
  const found = keysFrom(start).flatMap((key) => parse<V>(key) ?? []);
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

function parse<V extends object>(key: string): StoredDraft<V> | null {
  try {
    const draft = JSON.parse(textOf(key) ?? 'null') as StoredDraft<V> | null;
    const isDraft = [draft?.id, draft?.at].every((text) => typeof text === 'string');
    // In a draft of an earlier release only the key of the entry names the form, and the id names the creation.
    return draft && isDraft ? { ...draft, key: draft.key ?? draft.id, form: key.split(':')[2] ?? '' } : null;
  } catch {
    return null;
  }
}
