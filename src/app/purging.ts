/** What goes with an entity that is removed for good: things of features that it does not know itself. */
import { articleKind } from '#features/articles/article.kind.ts';
import type { Clear } from '#features/bin/bin.server.ts';
import { deleteIssues } from '#features/newsletter/issues/cancel-on-unpublish.server.ts';

export const clearForPurge: Clear = async (trx, { kind, id }) => {
  if (kind.name === articleKind.name) await deleteIssues(trx, id);
};
