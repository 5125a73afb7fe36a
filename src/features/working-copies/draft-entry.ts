/** One draft that is kept on the site: what goes there of it, and what is there. */
import { stateOf as pictureStateOf } from '#features/uploads/field/picture-queue.ts';
import type { StoredDraft } from '#ui/drafts/draft-storage.ts';
import type { KeptState } from '#ui/drafts/editing-context.ts';
import type { WorkingCopyInput } from './working-copy.schema.ts';

export type Entry = {
  id: string;
  form: string;
  draft: StoredDraft<object>;
  file: File | null;
  /** What the site has, as it was sent. */
  sent: string | null;
  isRemoved: boolean;
  /** Refused: the same content is not sent again. */
  refused: string | null;
  failures: number;
  state: KeptState;
};

/** What is not on the site as it should be, without what the site refuses. */
export function dueIn(entries: Map<string, Entry>): Entry[] {
  return [...entries.values()].filter((entry) => {
    if (entry.isRemoved) return true;
    const text = textOf(entry);
    return text !== entry.sent && text !== entry.refused;
  });
}

/** With its pictures. */
export function isWhole(entry: Entry): boolean {
  const text = textOf(entry);
  const isPictured = bodyOf(entry).picture === null || bodyOf(entry).pictureUrl !== null;
  return entry.sent === text && isPictured && !text.includes('picture-coming');
}

export function textOf(entry: Entry): string {
  return JSON.stringify(bodyOf(entry));
}

export function bodyOf({ form, draft, file }: Entry): WorkingCopyInput {
  const { values, version, picture } = draft;
  const state = file && pictureStateOf(earlyOf(file));
  const pictureUrl = state?.is === 'uploaded' ? state.url : null;
  const { kind = '', entityId = null } = itemIn(form) ?? {};
  return { kind, entityId, version, values: values as Record<string, unknown>, picture, pictureUrl };
}

/** Null for the settings and whatever else is no item of a kind. */
export function itemIn(form: string): { kind: string; entityId: number | null } | null {
  const [, kind, id] = /^([a-z]+)-(new|\d+)$/.exec(form) ?? [];
  return kind && id ? { kind, entityId: id === 'new' ? null : Number(id) } : null;
}

/** Of a copy that only the site has: it is there to be removed. */
export function blank(id: string): Pick<Entry, 'form' | 'draft'> {
  return { form: '', draft: { id, at: '', values: {}, version: null, picture: null } };
}

/** The save uploads a chosen picture after it (A3): what other devices are offered until then is an upload of its own. */
const earlyFiles = new WeakMap<File, File>();

export function earlyOf(file: File): File {
  const early =
    earlyFiles.get(file) ?? new File([file], file.name, { type: file.type, lastModified: file.lastModified });
  earlyFiles.set(file, early);
  return early;
}
