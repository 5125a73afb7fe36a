/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { editorsOf } from '#features/revisions/editors.server.ts';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { ask } from '#platform/db/ask.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/like-any.ts';
import type { MembersTable } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import type { Member } from './member.schema.ts';
import { byName, byPosition, memberMessages } from './member.ts';

export type MemberRow = Selectable<MembersTable>;
/** Whether inactive ones are included, and who saved last: only for an administrator. */
export type Audience = 'visitors' | 'administrators';
export type Actor = { administratorId: number; now: Date };

const NameCursor = z.tuple([z.string(), cursorParts.id]);

/** A committee is small: visitors get it whole, with this as a guard against a mistake. */
const most = 1000;

export async function listActiveMembers(db: Db): Promise<Member[]> {
  const rows = await ask(db, { kind: 'active members', values: {} }, () =>
    living(db).where('isActive', '=', true).orderBy('id').limit(most),
  );
  return (await present(db, rows, 'visitors')).sort(byPosition);
}

/**
 * Inactive ones too, by name. The names are sorted here, as the two engines sort letters beyond ASCII each in their own
 * way; only the page itself is read whole.
 */
export async function listMembers(db: Db, { search, limit, cursor }: ListQuery): Promise<Listed<Member>> {
  const named = await db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .$if(Boolean(search), (members) => members.where(likeAny(db, search ?? '', ['name', 'position', 'bio'])))
    .execute();
  named.sort(byName);
  const [name = '', id = 0] = cursor ? decodeCursor(cursor, NameCursor) : [];
  const start = cursor ? named.findIndex((member) => byName(member, { name, id }) > 0) : 0;
  const page = start < 0 ? [] : named.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + limit < named.length;
  return {
    items: await presentInOrder(
      db,
      page.map((member) => member.id),
    ),
    total: named.length,
    nextCursor: hasMore ? encodeCursor([last.name, last.id]) : null,
  };
}

/** @throws NotFound also for an inactive one that a visitor asks for */
export async function getMember(db: Db, id: number, audience: Audience): Promise<Member> {
  const row = await living(db)
    .where('id', '=', id)
    .$if(audience === 'visitors', (members) => members.where('isActive', '=', true))
    .executeTakeFirst();
  return presentOne(db, row, audience);
}

/** Moves the member to the bin. */
export async function removeMember(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockMember(trx, id);
    const binned = { deletedAt: now.toISOString(), deletedBy: administratorId };
    await trx.updateTable('members').set(binned).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId, action: 'member.delete', entityId: id });
  });
}

function living(db: Db) {
  return db.selectFrom('members').selectAll().where('deletedAt', 'is', null);
}

/** For a change: nobody else changes it until the end of the transaction. SQLite has one writer anyway. */
export async function lockMember(trx: Db, id: number): Promise<MemberRow> {
  const row = await living(trx)
    .where('id', '=', id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFound(memberMessages.notFound);
  return row;
}

async function presentInOrder(db: Db, ids: number[]): Promise<Member[]> {
  const rows = ids.length === 0 ? [] : await living(db).where('id', 'in', ids).execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  const inOrder = rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return present(db, inOrder, 'administrators');
}

export async function presentOne(db: Db, row: MemberRow | undefined, audience: Audience): Promise<Member> {
  const [member] = await present(db, row ? [row] : [], audience);
  if (!member) throw new NotFound(memberMessages.notFound);
  return member;
}

async function present(db: Db, rows: MemberRow[], audience: Audience): Promise<Member[]> {
  const editorOf = await editorsOf(db, rows, audience);
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map(({ updatedBy, deletedAt: _at, deletedBy: _by, ...row }) => ({
    ...row,
    ...editorOf({ updatedBy }),
    image: pictures.get(row.imageUrl ?? '') ?? null,
  }));
}
