/** Which earlier drafts a form offers: those of this browser, and the one on the site where another device has written it. */
import { isSame, type StoredDraft } from './draft-storage.ts';
import type { SiteDrafts } from './editing-context.ts';

/** `draft` is null where only the site has it, and it is not fetched yet. */
type Asked<V> = {
  form: string;
  here: StoredDraft<V>[];
  /** Null while the site has not answered. */
  known: SiteDrafts | null;
  saved: { values: V; version: number | null; savedBy?: string | null | undefined };
  /** Who is signed in. */
  username: string;
};

/** Those of this browser: `open` ones are offered, `over` ones are in what the site or the item holds by now. */
export function sortedHere<V extends object>(asked: Asked<V>): { open: StoredDraft<V>[]; over: StoredDraft<V>[] } {
  const { form, here, known, saved } = asked;
  const there = known?.drafts.find((one) => one.form === form)?.id;
  const isOver = (draft: StoredDraft<V>) => {
    if (isNothingNew(draft, saved.values)) return true;
    if (!known || !draft.isSent || draft.id === there) return false;
    // The site lets nothing replace a draft that has not taken it up.
    return there !== undefined || wasSaved(draft, asked, known);
  };
  return { open: here.filter((draft) => !isOver(draft)), over: here.filter(isOver) };
}

/** On another device. A draft that the site has lost may be gone with an older database: it is still offered. */
function wasSaved<V>(
  { key, version, sent }: StoredDraft<V>,
  { saved, username }: Asked<V>,
  { created }: SiteDrafts,
): boolean {
  // A save whose answer was lost may have ended the draft on the site, with words that were typed after it was sent.
  if (sent) return false;
  if (version === null || saved.version === null) return created.includes(key);
  return saved.version > version && saved.savedBy === username;
}

export function isNothingNew<V extends object>(draft: StoredDraft<V>, saved: V): boolean {
  if (draft.picture !== null && !draft.pictureUrl) return false;
  return isSame(valuesIn(draft, saved), saved);
}

/** With the chosen picture as one of the site; without what forms of other releases held. */
export function valuesIn<V extends object>({ values, pictureUrl }: StoredDraft<V>, saved: V): V {
  const all = { ...saved, ...values, ...(pictureUrl && { imageUrl: pictureUrl }) };
  return Object.fromEntries(Object.keys(saved).map((name) => [name, all[name as keyof V]])) as V;
}
