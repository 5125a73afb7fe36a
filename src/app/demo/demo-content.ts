/**
 * The demo content of a new site: known by its ids, moved to the bin by one press and undone by another. What someone has
 * edited, or signed up for, is the society's own and stays.
 */
import { purge, takeOutOfBin } from '#features/bin/bin.server.ts';
import { purgeAt } from '#features/bin/bin.ts';
import { removeItem, withItemTables } from '#features/items/items.server.ts';
import { lockSettings } from '#features/settings/settings.server.ts';
import { removeMarked } from '#features/uploads/removing.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { clearForPurge, whenBinned, whenRestored } from '../bin-hooks.ts';
import { removeCardsOf } from '../cards/old-cards.ts';
import type { DemoState } from '../first-steps/first-steps.ts';
import { type KindName, kinds } from '../kinds.ts';

/** The key of the setting that says which items are the demo's. */
export const marker = 'demoSeeded';

/** A reserved domain (RFC 2606). Shows that membership opens on another site. */
export const demoMembershipUrl = 'https://example.org/join';

export type DemoContent = { ids: Partial<Record<KindName, number[]>>; removedAt: string | null };

type Item = { kind: (typeof kinds)[number]; id: number; state: 'pristine' | 'own' | 'binned' };

/** Null on a site that never had demo content. */
export async function findDemo(db: Db): Promise<DemoState | null> {
  const content = await readContent(db);
  if (!content) return null;
  const items = await itemsOf(db, content);
  const count = (state: Item['state']) => items.filter((item) => item.state === state).length;
  const binned = count('binned');
  return {
    pristine: count('pristine'),
    own: count('own'),
    binned,
    purgeAt: binned > 0 && content.removedAt ? purgeAt(content.removedAt) : null,
  };
}

/** The ids of members that came with the site and that no one has edited. */
export async function pristineMembers(db: Db): Promise<number[]> {
  const content = await readContent(db);
  const items = content ? await itemsOf(db, content) : [];
  return items.filter(({ kind, state }) => kind.name === 'members' && state === 'pristine').map(({ id }) => id);
}

/** Moves what no one has edited to the bin; what was moved before stays with it. */
export async function removeDemo({ db }: Pick<AppContext, 'db'>, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockSettings(trx, 'change');
    const content = await readContent(trx);
    const items = content ? await itemsOf(trx, content) : [];
    const pristine = items.filter(({ state }) => state === 'pristine');
    for (const item of pristine) {
      await removeItem(trx, item.kind, item.id, actor);
      await whenBinned(trx, item, actor.now);
    }
    if (content && pristine.length > 0) {
      const deletedAt = actor.now.toISOString();
      for (const { kind, id } of items.filter(({ state }) => state === 'binned'))
        await withItemTables(trx)
          .updateTable(kind.name as string)
          .set({ deletedAt })
          .where('id', '=', id)
          .execute();
      await write(trx, { ...content, removedAt: deletedAt }, actor.now);
    }
    await trx.deleteFrom('settings').where('key', '=', 'membershipUrl').where('value', '=', demoLink).execute();
  });
}

/** Undoes what `removeDemo` has moved last. */
export async function restoreDemo({ db }: Pick<AppContext, 'db'>, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockSettings(trx, 'change');
    const content = await readContent(trx);
    if (!content) return;
    for (const item of (await itemsOf(trx, content)).filter(({ state }) => state === 'binned')) {
      await takeOutOfBin(trx, item, actor);
      await whenRestored(trx, item, actor.now);
    }
    await write(trx, { ...content, removedAt: null }, actor.now);
  });
}

/** Deletes for good, now, what `removeDemo` has moved last: rows, pictures and share cards. */
export async function purgeDemo(context: AppContext, actor: Actor): Promise<void> {
  const items = await transact(context.db, async (trx) => {
    await lockSettings(trx, 'change');
    const content = await readContent(trx);
    const binned = content ? (await itemsOf(trx, content)).filter(({ state }) => state === 'binned') : [];
    for (const item of binned) await purge(trx, item, actor, clearForPurge);
    return binned;
  });
  try {
    await removeMarked(context);
    await removeCardsOf(context, items);
  } catch (error) {
    // The items are gone; the worker removes the files later.
    context.log.error('pictures could not be removed', { error });
  }
}

const demoLink = JSON.stringify(demoMembershipUrl);

async function readContent(db: Db): Promise<DemoContent | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', marker).executeTakeFirst();
  const content = JSON.parse(row?.value ?? 'null') as DemoContent | true | null;
  // Sites that were filled by an earlier version do not know their ids.
  return content === true ? null : content;
}

async function write(trx: Db, content: DemoContent, now: Date): Promise<void> {
  const value = JSON.stringify(content);
  await trx.updateTable('settings').set({ value, updatedAt: now.toISOString() }).where('key', '=', marker).execute();
}

/** Those that still exist, without what someone has deleted by hand. */
async function itemsOf(db: Db, { ids, removedAt }: DemoContent): Promise<Item[]> {
  const found: Item[] = [];
  const withGuests = new Set(
    (await db.selectFrom('registrations').select('eventId').distinct().execute()).map(({ eventId }) => eventId),
  );
  for (const kind of kinds) {
    const rows = await withItemTables(db)
      .selectFrom(kind.name as string)
      .select(['id', 'version', 'deletedAt'])
      .where('id', 'in', [0, ...(ids[kind.name] ?? [])])
      .orderBy('id')
      .execute();
    for (const { id, version, deletedAt } of rows) {
      const isOwn = version > 1 || (kind.name === 'events' && withGuests.has(id));
      if (deletedAt === null) found.push({ kind, id, state: isOwn ? 'own' : 'pristine' });
      else if (deletedAt === removedAt) found.push({ kind, id, state: 'binned' });
    }
  }
  return found;
}
