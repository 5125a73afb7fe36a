/**
 * The demo content of a new site: known by its ids, moved to the bin by one press. What someone has edited, or signed up for, is
 * the society's own and stays.
 */
import { asItemTables, moveItemToBin } from '#features/items/items.server.ts';
import { memberKind } from '#features/members/member.kind.ts';
import { changeSummary, earlierSummary } from '#features/revisions/revision.ts';
import { lockSettings, readSetting } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { whenBinned } from '../bin-hooks.ts';
import { type KindName, kinds } from '../kinds.ts';

/** The key of the setting that says which items are the demo's. */
export const marker = 'demoSeeded';

/** A reserved domain (RFC 2606). Shows that membership opens on another site. */
export const demoMembershipUrl = 'https://example.org/join';

export type DemoContent = { ids: Partial<Record<KindName, number[]>> };

type Item = { kind: (typeof kinds)[number]; id: number; isOwn: boolean };

/** How many demo items are unedited; null on a site that never had demo content. */
export async function countUneditedDemo(db: Db): Promise<number | null> {
  if ((await readContent(db)) === null) return null;
  return (await itemsOf(db)).filter(({ isOwn }) => !isOwn).length;
}

/** The ids of members that came with the site and that no one has edited. */
export async function listUneditedMembers(db: Db): Promise<number[]> {
  return (await itemsOf(db)).filter(({ kind, isOwn }) => kind.name === 'members' && !isOwn).map(({ id }) => id);
}

/** Moves unedited items to the bin. */
export async function removeUneditedDemo({ db }: Pick<AppContext, 'db'>, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockSettings(trx, 'change');
    for (const item of (await itemsOf(trx)).filter(({ isOwn }) => !isOwn)) {
      await moveItemToBin(trx, item.kind, item.id, actor);
      await whenBinned(trx, item, actor.now);
    }
    await trx.deleteFrom('settings').where('key', '=', 'membershipUrl').where('value', '=', demoLink).execute();
  });
}

const demoLink = JSON.stringify(demoMembershipUrl);

async function readContent(db: Db): Promise<DemoContent | null> {
  const content = await readSetting<DemoContent | true>(db, marker);
  // Sites that were filled by an earlier version do not know their ids.
  return content === true || content === undefined ? null : content;
}

/** The demo items that are still on the site. */
async function itemsOf(db: Db): Promise<Item[]> {
  const ids = (await readContent(db))?.ids ?? {};
  const found: Item[] = [];
  const withGuests = new Set(
    (await db.selectFrom('registrations').select('eventId').distinct().execute()).map(({ eventId }) => eventId),
  );
  const ordered = await listOnlyOrdered(db);
  for (const kind of kinds) {
    const rows = await asItemTables(db)
      .selectFrom(kind.name as string)
      .select(['id', 'version'])
      .where('id', 'in', [0, ...(ids[kind.name] ?? [])])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    for (const { id, version } of rows) {
      const isEdited = version > 1 && !(kind.name === 'members' && ordered.has(id));
      found.push({ kind, id, isOwn: isEdited || (kind.name === 'events' && withGuests.has(id)) });
    }
  }
  return found;
}

/** Members of whom nothing has changed but the place. */
async function listOnlyOrdered(db: Db): Promise<Set<number>> {
  const placed = changeSummary({ sortOrder: 1 }, { sortOrder: 2 }, memberKind.fields);
  const members = db.selectFrom('revisions').select('entityId').where('kind', '=', memberKind.name);
  const edited = members.where('summary', 'not in', [earlierSummary, placed]);
  // Where the first version is no longer kept, others may be missing too.
  const rows = await members.where('summary', '=', earlierSummary).where('entityId', 'not in', edited).execute();
  return new Set(rows.map(({ entityId }) => entityId));
}
