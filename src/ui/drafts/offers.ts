/** Which drafts a form offers: those of this browser and those of the site, each once. */
import { draftWords } from '#shared/drafts/draft-words.ts';
import type { StoredDraft } from './draft-storage.ts';
import type { KeptCopy, KeptList } from './editing-context.ts';

export type OfferedDraft<V> = {
  id: string;
  at: string;
  version: number | null;
  title: string;
  words: string;
  /** Null when the site has the newer one, or the only one. */
  stored: StoredDraft<V> | null;
};

/** Of the same draft the newer one, newest first. `known` is null while the site has not answered. */
export function mergedOffers<V extends object>(stored: StoredDraft<V>[], known: KeptList | null): OfferedDraft<V>[] {
  const copies = new Map(known?.copies.map((copy) => [copy.id, copy]));
  const here = stored.filter((draft) => {
    const copy = copies.get(draft.id);
    return copy ? isNewer(draft, copy) : !isGone(draft, known);
  });
  const elsewhere = [...copies.values()].filter(({ id }) => !here.some((draft) => draft.id === id));
  const offers = [
    ...here.map((draft) => ({ ...summary(draft), ...draftWords(draft.values), stored: draft })),
    ...elsewhere.map((copy) => ({ ...summary(copy), title: copy.title, words: copy.words, stored: null })),
  ];
  return offers.sort((a, b) => b.at.localeCompare(a.at));
}

/** It was saved or discarded on another device. That the site has it no more proves nothing: its database may have been put back. */
export function isGone({ id, at, kept, isAhead = false }: StoredDraft<unknown>, known: KeptList | null): boolean {
  const ended = known?.ended.find((one) => one.id === id);
  if (!ended || known?.copies.some((copy) => copy.id === id) || (kept && ended.at < kept.at)) return false;
  // The answer to what was kept last may be lost.
  return (kept && !isAhead) || ended.stamps.includes(at);
}

/** The site does not have it, or not all of it, and nobody has ended it elsewhere. */
export function isUnknown(draft: StoredDraft<unknown>, known: KeptList): boolean {
  return !isOnSite(draft, known) && !isGone(draft, known);
}

/** As it is here, with its pictures. */
export function isOnSite({ id, kept, isAhead }: StoredDraft<unknown>, known: KeptList): boolean {
  return kept?.isWhole === true && isAhead === false && known.copies.some((copy) => copy.id === id);
}

/** Both have words that the other lacks: typed here while another device went on with the same text. */
export function isApart(draft: StoredDraft<unknown>, copy: KeptCopy): boolean {
  return draft.isAhead === true && !goesOnFrom(draft, copy);
}

/** What the site has came from here, or is older. */
function isNewer(draft: StoredDraft<unknown>, copy: KeptCopy): boolean {
  return goesOnFrom(draft, copy) || (draft.isAhead ?? draft.at > copy.at);
}

/** All that the site has is in it. */
function goesOnFrom({ kept, stamps = [] }: StoredDraft<unknown>, { at, stamp }: KeptCopy): boolean {
  // A site that was restored has an older one than it had.
  return (kept && kept.at >= at) || (stamp !== null && stamps.includes(stamp));
}

function summary({ id, at, version }: Pick<KeptCopy, 'id' | 'at' | 'version'>) {
  return { id, at, version };
}
