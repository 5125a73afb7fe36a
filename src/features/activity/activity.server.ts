/** The audit as sentences. Looks names up when read, so that erased people are not named here either. */

import type { Selectable } from 'kysely';
import { findTitles } from '#features/items/items.server.ts';
import type { Detail, Kind } from '#features/items/kind.ts';
import { usernamesOf } from '#features/revisions/who-saved.server.ts';
import { formerAdministrator } from '#platform/actor.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { cursorParts, type Listed, type ListQuery, readLatest } from '#platform/http/list-pages.ts';
import type { Activity } from './activity.schema.ts';
import { activitySentence, doerWithoutAccount, nounOfAction } from './sentences.ts';

const keptDays = 400;

type Row = Selectable<Tables['audit']> & { username: string | null };

/** Newest first. */
export async function listActivity(
  db: Db,
  kinds: readonly Kind[],
  query: Omit<ListQuery, 'search'>,
): Promise<Listed<Activity>> {
  const rows = db
    .selectFrom('audit')
    .leftJoin('administrators', 'administrators.id', 'audit.administratorId')
    .selectAll('audit')
    .select('administrators.username');
  const by = { 'audit.at': cursorParts.instant, 'audit.id': cursorParts.id };
  const { shown, nextCursor } = await readLatest(rows, query, by);
  return { items: await presentActivity(db, kinds, shown), total: await countRows(db.selectFrom('audit')), nextCursor };
}

export async function purgeOldActivity(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  await db.deleteFrom('audit').where('at', '<', oldest).execute();
}

function doerIn({ username, action }: Row): string {
  if (username === formerAdministrator) return 'A former administrator';
  return username ?? doerWithoutAccount(action);
}

/** `kind`: of an issue. */
type Thing = { name: string; link: string | null; kind?: string };

async function presentActivity(db: Db, kinds: readonly Kind[], rows: Row[]): Promise<Activity[]> {
  const things = await findThings(db, kinds, rows);
  return rows.map((row) => {
    const { id, at, action } = row;
    const thing = things.get(keyOf(row));
    const name = thing?.name ?? null;
    const detail = JSON.parse(row.detail) as Detail;
    const sentence = activitySentence(kinds, { action, detail, name, thingKind: thing?.kind });
    const isNamed = sentence.after !== null;
    return {
      id,
      at,
      doer: doerIn(row),
      before: sentence.before,
      name: isNamed ? name : null,
      after: sentence.after ?? '',
      link: isNamed ? (thing?.link ?? null) : null,
    };
  });
}

/** The entity that an action's id belongs to, where it differs from the action's own noun. */
const nounsOfThings: Readonly<Record<string, string>> = {
  newsletter: 'article',
  registration: 'event',
  session: 'administrator',
};

function nounOfThing({ action }: Pick<Row, 'action'>): string {
  return nounsOfThings[nounOfAction(action)] ?? nounOfAction(action);
}

function keyOf(row: Pick<Row, 'action' | 'entityId'>): string {
  return `${nounOfThing(row)} ${row.entityId}`;
}

/** An item in the bin has a name, but no link. */
async function findThings(db: Db, kinds: readonly Kind[], rows: Row[]): Promise<Map<string, Thing>> {
  const idsOf = (noun: string) => [
    ...new Set(rows.filter((row) => nounOfThing(row) === noun).map(({ entityId }) => entityId ?? 0)),
  ];
  const things = new Map<string, Thing>();
  for (const kind of kinds)
    for (const { id, title, deletedAt } of await findTitles(db, kind, idsOf(kind.noun)))
      things.set(`${kind.noun} ${id}`, {
        name: title,
        link: deletedAt === null ? `${kind.adminPath}?edit=${id}` : null,
      });
  const issues = idsOf('issue');
  if (issues.length > 0) {
    const found = await db.selectFrom('issues').select(['id', 'subject', 'kind']).where('id', 'in', issues).execute();
    for (const { id, subject, kind } of found)
      things.set(`issue ${id}`, { name: subject, kind, link: `/admin/newsletter/${id}?issue=${id}` });
  }
  for (const [id, name] of await usernamesOf(db, idsOf('administrator')))
    things.set(`administrator ${id}`, { name, link: null });
  return things;
}
