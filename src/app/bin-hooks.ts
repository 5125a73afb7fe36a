/** What other features do when an item goes to the bin, is restored, or is deleted permanently. */
import { articleKind } from '#features/articles/article.kind.ts';
import { removeSchedule } from '#features/articles/schedule/schedules.server.ts';
import type { Binned, Clear } from '#features/bin/bin.server.ts';
import { committeeKind } from '#features/committees/committee.kind.ts';
import { refuseDuplicateLabel } from '#features/committees/committees.server.ts';
import { removeDraftsOfItem } from '#features/drafts/drafts.server.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { getItem } from '#features/items/items.server.ts';
import { cancelOnUnpublish, purgeIssuesOfArticle } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import { pageKind } from '#features/pages/page.kind.ts';
import { refuseInFullMenu } from '#features/pages/pages.server.ts';
import {
  guestEventHooks,
  notifyGuestsOfRestoredEvent,
  refuseWhileNotifying,
} from '#features/registrations/event-changes.server.ts';
import type { Db } from '#platform/db/db.ts';

/** In the transaction that moves it to the bin, and after it. */
export async function whenBinned(trx: Db, { kind, id }: Binned, now: Date): Promise<void> {
  if (kind.name === articleKind.name) {
    await removeSchedule(trx, id);
    await cancelOnUnpublish(trx, id);
  }
  if (kind.name === eventKind.name) await guestEventHooks.removed(trx, id, now);
}

export async function whenRestored(trx: Db, { kind, id }: Binned, now: Date): Promise<number | void> {
  if (kind.name === eventKind.name) return notifyGuestsOfRestoredEvent(trx, id, now);
  if (kind.name === committeeKind.name) await refuseDuplicateLabel(trx, id);
  if (kind.name === pageKind.name) await refuseInFullMenu(trx, id, await getItem(trx, pageKind, id));
}

export const clearForPurge: Clear = async (trx, { kind, id }) => {
  await removeDraftsOfItem(trx, { kind: kind.name, id });
  if (kind.name === articleKind.name) await purgeIssuesOfArticle(trx, id);
  if (kind.name === eventKind.name) await refuseWhileNotifying(trx, id);
};
