/** What is deleted with an item for good, in features that the item does not know. */
import { articleKind } from '#features/articles/article.kind.ts';
import type { Clear } from '#features/bin/bin.server.ts';
import { deleteIssues } from '#features/newsletter/issues/cancel-on-unpublish.server.ts';

export const clearForPurge: Clear = async (trx, { kind, id }) => {
  if (kind.name === articleKind.name) await deleteIssues(trx, id);
};
