/** Which drafts a form offers: those of this browser, and the one on the site where another device has written it. */
import { haveSameValues, type StoredDraft } from './draft-storage.ts';
import type { SiteDrafts } from './drafts-context.ts';

type Asked<V> = {
  form: string;
  drafts: StoredDraft<V>[];
  /** Null while the site has not answered. */
  known: SiteDrafts | null;
  saved: { values: V; version: number | null; savedBy?: string | null | undefined };
  /** Who is signed in. */
  username: string;
};

/** `open` ones are offered, `over` ones are in what the site or the item holds by now. */
export function splitOpenAndOutdated<V extends object>(
  asked: Asked<V>,
): { open: StoredDraft<V>[]; over: StoredDraft<V>[] } {
  const { form, drafts, known, saved } = asked;
  const there = known?.drafts.find((one) => one.form === form);
  const isOver = (draft: StoredDraft<V>) => {
    if (isNothingNew(draft, saved.values)) return true;
    // A save whose answer was lost may have ended the draft on the site, with words that were typed after it was sent.
    if (!known || !draft.sentAt || draft.sent || draft.id === there?.id) return false;
    // One that goes on from it has its key; if that is older, it comes from a backup.
    return there?.key === draft.key ? there.at > draft.sentAt : wasSaved(draft, asked, known);
  };
  return { open: drafts.filter((draft) => !isOver(draft)), over: drafts.filter(isOver) };
}

/** On another device. A draft missing on the site may have been lost with an older database: it is still offered. */
function wasSaved<V>(
  { key, version }: StoredDraft<V>,
  { saved, username }: Asked<V>,
  { created }: SiteDrafts,
): boolean {
  if (version === null || saved.version === null) return created.includes(key);
  return saved.version > version && saved.savedBy === username;
}

function isNothingNew<V extends object>(draft: StoredDraft<V>, saved: V): boolean {
  if (draft.picture !== null && !draft.pictureUrl) return false;
  return haveSameValues(restoredValues(draft, saved), saved);
}

/** With the chosen picture as one of the site; without what forms of other releases held. */
export function restoredValues<V extends object>({ values, pictureUrl }: StoredDraft<V>, saved: V): V {
  const all = { ...saved, ...values, ...(pictureUrl && { imageUrl: pictureUrl }) };
  return Object.fromEntries(Object.keys(saved).map((name) => [name, all[name as keyof V]])) as V;
}
