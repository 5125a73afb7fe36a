/** What is deleted with an item for good, in features that the item does not know. */
import { articleKind } from '#features/articles/article.kind.ts';
import type { Clear } from '#features/bin/bin.server.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { deleteIssues } from '#features/newsletter/issues/cancel-on-unpublish.server.ts';
import { refuseWhileTold } from '#features/registrations/event-changes.server.ts';

export const clearForPurge: Clear = async (trx, { kind, id }) => {
  if (kind.name === articleKind.name) await deleteIssues(trx, id);
  if (kind.name === eventKind.name) await refuseWhileTold(trx, id);
};
