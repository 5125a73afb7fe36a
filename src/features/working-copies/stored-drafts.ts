/** The drafts in this browser, beside what the site keeps of them. */
import { movePictures } from '#features/uploads/field/picture-queue.ts';
import type { Api } from '#shared/api-client.ts';
import { copyDraftPictures, findChosenPicture } from '#ui/drafts/draft-pictures.ts';
import {
  moveDraft,
  newKey,
  type Place,
  readOwnDrafts,
  removeDraft,
  type StoredDraft,
} from '#ui/drafts/draft-storage.ts';
import type { KeptList } from '#ui/drafts/editing-context.ts';
import { isApart, isGone, isOnSite, isUnknown } from '#ui/drafts/offers.ts';
import { readWorkingCopy } from './working-copies.client.ts';
import { mostHeld } from './working-copy.ts';

/** Another device goes on with the same text: what is here goes on under an id of its own. */
export function moveApart(place: Place, draft: StoredDraft<object>): StoredDraft<object> {
  const moved = { ...draft, id: newKey(), kept: null, isAhead: true, stamps: [draft.at] };
  moveDraft(place, draft, moved);
  void copyDraftPictures(draft.id, moved.id);
  movePictures(draft.id, moved.id);
  return moved;
}

/**
 * Removes what has ended elsewhere, and gives an id of its own to what was typed here while another device went on; not where `isHeld`
 * by a form on this page.
 */
export function followSite(owner: string, known: KeptList, isHeld: (id: string) => boolean): void {
  for (const { form, draft } of readOwnDrafts(owner)) {
    if (isGone(draft, known)) removeDraft({ owner, form }, draft.id);
    const copy = known.copies.find(({ id }) => id === draft.id);
    if (copy && !isHeld(draft.id) && isApart(draft, copy)) moveApart({ owner, form }, draft);
  }
}

/** The ids of what this browser has: it may have ended elsewhere. The newest ones, where there are too many. */
export function heldDrafts(owner: string): string[] {
  return readOwnDrafts(owner)
    .map(({ draft }) => draft)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, mostHeld)
    .map(({ id }) => id);
}

export async function draftFromSite(api: Api, id: string): Promise<StoredDraft<object>> {
  const { at, version, values, picture, pictureUrl, stamp } = await readWorkingCopy(api, id);
  const uploaded = pictureUrl === null ? {} : { imageUrl: pictureUrl };
  const stamps = stamp === null ? [] : [stamp];
  return { id, at, version, values: { ...values, ...uploaded }, picture: pictureUrl ? null : picture, stamps };
}

/** What the site does not have yet, with the chosen pictures. */
export async function draftsToBring(owner: string, known: KeptList) {
  const waiting = readOwnDrafts(owner).filter(({ draft }) => isUnknown(draft, known));
  return Promise.all(waiting.map(async (one) => ({ ...one, file: await findChosenPicture(one.draft) })));
}

/** Nothing of this person is in this browser alone. */
export function isAllOnSite(owner: string, known: KeptList): boolean {
  return readOwnDrafts(owner).every(({ draft }) => isOnSite(draft, known));
}
