/** Forgets people: by name on request, and past committees after three years. */
import { removeDraftsOfItem, removeMatchingDrafts } from '#features/drafts/drafts.server.ts';
import { auditItem } from '#features/items/saving.server.ts';
import { deleteRevisions } from '#features/revisions/revisions.server.ts';
import { markUnmentionedPictures } from '#features/uploads/removing-pictures.server.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { pluralise } from '#shared/text.ts';
import { committeeKind } from './committee.kind.ts';
import { committeeMessages, containsName, isSameName, lastForgottenDay } from './committee.ts';
import { parsePosts } from './committees.server.ts';

/** Takes a person out of all years, also of those in the bin. @throws NotFound */
export async function removePersonFromCommittees(db: Db, name: string, actor: Actor): Promise<string> {
  return transact(db, async (trx) => {
    const rows = await trx.selectFrom('committees').selectAll().orderBy('id').forUpdate().execute();
    const having = rows.filter((row) => parsePosts(row).some((post) => isSameName(post.name, name)));
    if (having.length === 0) throw new NotFound(committeeMessages.unknownName(name));
    const stamp = { updatedAt: actor.now.toISOString(), updatedBy: actor.administratorId };
    for (const row of having) {
      const posts = JSON.stringify(parsePosts(row).filter((post) => !isSameName(post.name, name)));
      const change = { posts, ...stamp, version: row.version + 1 };
      await trx.updateTable('committees').set(change).where('id', '=', row.id).execute();
      await auditItem(trx, committeeKind, { verb: 'forget', id: row.id, actor });
    }
    // Someone may be writing about them, in this year or in a new one. Drafts are JSON, with escaped quotation marks.
    const escapedName = JSON.stringify(name).slice(1, -1);
    const forms = [`${committeeKind.name}-%`, 'close-year'];
    await removeMatchingDrafts(trx, forms, (values) => containsName(values, escapedName));
    await markUnmentionedPictures(
      trx,
      having.map(({ posts }) => posts),
      actor.now,
    );
    return `Removed from ${pluralise(having.length, 'year')}.`;
  });
}

/** Reduces years that ended three years ago to names and positions, also in the bin. */
export async function stripOldCommittees(db: Db, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const old = await trx
      .selectFrom('committees')
      .select(['id', 'posts', 'imageUrl'])
      .where('to', '<=', lastForgottenDay(now))
      .execute();
    for (const row of old) {
      const posts = JSON.stringify(parsePosts(row).map(({ name, position }) => ({ name, position })));
      if (posts === row.posts && row.imageUrl === null) continue;
      const change = { posts, imageUrl: null, ...noFocalPoint };
      await trx.updateTable('committees').set(change).where('id', '=', row.id).execute();
      await removeDraftsOfItem(trx, { kind: committeeKind.name, id: row.id });
      const versions = await deleteRevisions(trx, { kind: committeeKind.name, entityId: row.id });
      await markUnmentionedPictures(trx, [row.posts, row.imageUrl ?? '', ...versions], now);
    }
  });
}
