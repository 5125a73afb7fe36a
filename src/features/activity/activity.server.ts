/** The audit rows as sentences. Names are looked up when they are read: who was deleted for good is not named here either. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed } from '#platform/http/api.ts';
import type { Activity } from './activity.schema.ts';
import { keptDays, kindOf, kindsOfNouns, nounOf } from './activity.ts';
import type { ActivityQuery } from './activity-query.schema.ts';
import { doerOf, sentenceOf } from './sentences.ts';

const ActivityCursor = z.tuple([cursorParts.instant, cursorParts.id]);

type Row = Selectable<Tables['audit']> & { username: string | null };

/** Newest first. */
export async function listActivity(db: Db, query: ActivityQuery): Promise<Listed<Activity>> {
  const { total } = await chosen(db, query)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const place = query.cursor ? decodeCursor(query.cursor, ActivityCursor) : null;
  const rows = await chosen(db, query)
    .leftJoin('administrators', 'administrators.id', 'audit.administratorId')
    .selectAll('audit')
    .select('administrators.username')
    .$if(place !== null, (audit) =>
      audit.where((where) => {
        const [at = '', id = 0] = place ?? [];
        return where.or([
          where('audit.at', '<', at),
          where.and([where('audit.at', '=', at), where('audit.id', '<', id)]),
        ]);
      }),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: await present(db, shown),
    total: Number(total),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.at, last.id]) : null,
  };
}

export async function forgetOldActivity(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  await db.deleteFrom('audit').where('at', '<', oldest).execute();
}

function chosen(db: Db, { person, kind }: ActivityQuery) {
  const nouns = Object.entries(kindsOfNouns).filter(([, of]) => kind === 'other' || of === kind);
  return db
    .selectFrom('audit')
    .$if(person !== undefined, (audit) => audit.where('audit.administratorId', '=', person as number))
    .$if(kind !== undefined, (audit) =>
      audit.where((where) => {
        const isOne = where.or(nouns.map(([noun]) => where('audit.action', 'like', `${noun}.%`)));
        return kind === 'other' ? where.not(isOne) : isOne;
      }),
    );
}

type Thing = { name: string; link: string | null };

async function present(db: Db, rows: Row[]): Promise<Activity[]> {
  const things = await findThings(db, rows);
  return rows.map((row) => {
    const thing = things.get(keyOf(row));
    const name = thing?.name ?? null;
    const sentence = sentenceOf(row.action, JSON.parse(row.detail) as Record<string, unknown>, name);
    const isNamed = sentence.after !== null;
    return {
      id: row.id,
      at: row.at,
      kind: kindOf(row.action),
      doer: row.username ?? doerOf(row.action),
      before: sentence.before,
      name: isNamed ? name : null,
      after: sentence.after ?? '',
      link: isNamed ? (thing?.link ?? null) : null,
    };
  });
}

function keyOf({ action, entityId }: Pick<Row, 'action' | 'entityId'>): string {
  return `${nounOf(action)} ${entityId}`;
}

/** Also what is in the bin has a name, but nothing to follow. */
async function findThings(db: Db, rows: Row[]): Promise<Map<string, Thing>> {
  const idsOf = (...nouns: string[]) => [
    ...new Set(rows.filter(({ action }) => nouns.includes(nounOf(action))).map(({ entityId }) => entityId ?? 0)),
  ];
  const things = new Map<string, Thing>();
  const note = (nouns: string[], path: string, found: { id: number; name: string; deletedAt: string | null }[]) => {
    for (const { id, name, deletedAt } of found)
      for (const noun of nouns)
        things.set(`${noun} ${id}`, { name, link: deletedAt === null ? `/admin/${path}?edit=${id}` : null });
  };
  const articles = idsOf('article', 'newsletter');
  if (articles.length > 0)
    note(
      ['article', 'newsletter'],
      'articles',
      await db
        .selectFrom('articles')
        .select(['id', 'title as name', 'deletedAt'])
        .where('id', 'in', articles)
        .execute(),
    );
  const events = idsOf('event');
  if (events.length > 0)
    note(
      ['event'],
      'events',
      await db.selectFrom('events').select(['id', 'title as name', 'deletedAt']).where('id', 'in', events).execute(),
    );
  const members = idsOf('member');
  if (members.length > 0)
    note(
      ['member'],
      'committee',
      await db.selectFrom('members').select(['id', 'name', 'deletedAt']).where('id', 'in', members).execute(),
    );
  const people = idsOf('administrator', 'session');
  if (people.length > 0) {
    const found = await db.selectFrom('administrators').select(['id', 'username']).where('id', 'in', people).execute();
    for (const { id, username } of found)
      for (const noun of ['administrator', 'session']) things.set(`${noun} ${id}`, { name: username, link: null });
  }
  return things;
}
