/** Words that the site does not have yet: one entry for each form and administrator in this browser's storage. */
import { randomUuid } from '#shared/random-uuid.ts';

export type Draft<V = object> = {
  at: string;
  /** Of the edited item; null for a new one. */
  version: number | null;
  values: V;
  /** As the last save sent it; its answer may be lost. Only in this browser. */
  sent?: object | null;
  /** When the site got what this one continues; null before. Only in this browser. */
  seen?: string | null;
};

/** A draft and its text, for `dropDraft`. */
export type KeptDraft = { text: string; draft: Draft };

/** A draft as the site has it; `by` is the browser that wrote it. */
export type DraftRow = Draft & { by: string | null };

/** True where another browser has written on: neither text may take the place of the other unseen. */
export function isOvertaken({ seen }: Draft, row: Pick<DraftRow, 'at' | 'by'>): boolean {
  return row.by !== browserId() && row.at > (seen ?? '');
}

let idOfPage: string | null = null;

/** The same as long as this browser stores it. */
export function browserId(): string {
  const key = 'draftBrowser';
  idOfPage ??= localStorage.getItem(key) ?? randomUuid();
  if (localStorage.getItem(key) === null) {
    try {
      localStorage.setItem(key, idOfPage);
    } catch {
      // As long as this page.
    }
  }
  return idOfPage;
}

/** What this browser cannot store lives as long as the page. */
const unstored = new Map<string, string>();

/** The owner's id is in the key: another person at the same computer does not see it. */
function keyOf(owner: string, form: string): string {
  return `draft:${owner}:${form}`;
}

/** Returns its text, for `dropDraft`. */
export function keepDraft(owner: string, form: string, draft: Draft): string {
  const key = keyOf(owner, form);
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  return text;
}

export function findKeptDraft(owner: string, form: string): KeptDraft | null {
  const key = keyOf(owner, form);
  return parseDraft(unstored.get(key) ?? localStorage.getItem(key));
}

/** Only while it has this text: another tab may have written on. */
export function dropDraft(owner: string, form: string, text: string | undefined): void {
  const key = keyOf(owner, form);
  if (findKeptDraft(owner, form)?.text !== text) return;
  unstored.delete(key);
  localStorage.removeItem(key);
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

/** Calls `take` when another tab writes on in this form, or with null when it has sent or removed what is kept. Returns how to stop. */
export function watchOtherTabs(owner: string, form: string, take: (kept: KeptDraft | null) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(owner, form)) take(parseDraft(newValue));
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

function parseDraft(text: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    const isDraft = draft && typeof draft.at === 'string' && typeof draft.values === 'object';
    return isDraft && text !== null ? { text, draft: draft as Draft } : null;
  } catch {
    return null;
  }
}
