/** Words that the site does not have yet: one entry for each form and administrator in this browser's storage. */
import { randomUuid } from '#shared/random-uuid.ts';

export type Draft<V = object> = {
  /** When it was typed, later than what it continues: it tells two texts of a form apart. */
  at: string;
  /** Of the edited item; null for a new one. */
  version: number | null;
  values: V;
  /** When that was typed which the site had as the form opened; null without it. Only in this browser. */
  seen?: string | null;
};

const idOfPage = randomUuid();

/** The same as long as this browser stores it. */
export function browserId(): string {
  const key = 'draftBrowser';
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, idOfPage);
  } catch {
    // As long as this page.
  }
  return localStorage.getItem(key) ?? idOfPage;
}

/** What this browser cannot store lives as long as the page. */
const unstored = new Map<string, string>();

/** The owner's id is in the key: another person at the same computer does not see it. */
function keyOf(owner: string, form: string): string {
  return `draft:${owner}:${form}`;
}

export function keepDraft(owner: string, form: string, draft: Draft): void {
  const key = keyOf(owner, form);
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

export function findKeptDraft(owner: string, form: string): Draft | null {
  const key = keyOf(owner, form);
  return parseDraft(unstored.get(key) ?? localStorage.getItem(key));
}

/** What was typed later, as in another tab, stays. */
export function dropDraft(owner: string, form: string, until: string): void {
  const draft = findKeptDraft(owner, form);
  if (!draft || draft.at > until) return;
  unstored.delete(keyOf(owner, form));
  localStorage.removeItem(keyOf(owner, form));
}

/** False when the browser's storage is full or forbidden. */
export function isStored(owner: string, form: string): boolean {
  return !unstored.has(keyOf(owner, form));
}

/** The names of the forms. An entry of version 0.3.0 has one more part in its key. */
export function listKeptForms(owner: string): string[] {
  const start = keyOf(owner, '');
  const keys = new Set([...Object.keys(localStorage), ...unstored.keys()]);
  return [...keys].flatMap((key) => {
    const form = key.slice(start.length);
    return key.startsWith(start) && !form.includes(':') ? [form] : [];
  });
}

/** Calls `onTyped` when another tab writes on in this form. Returns how to stop. */
export function watchOtherTabs(owner: string, form: string, onTyped: (draft: Draft) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    const draft = key === keyOf(owner, form) ? parseDraft(newValue) : null;
    if (draft) onTyped(draft);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

function parseDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    return draft && typeof draft.at === 'string' && typeof draft.values === 'object' ? (draft as Draft) : null;
  } catch {
    return null;
  }
}
