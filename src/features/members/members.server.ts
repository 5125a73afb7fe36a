/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { contains } from '#platform/db/contains.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { MembersTable } from '#platform/db/tables.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import type { Member, MemberInput } from './member.schema.ts';
import { byName, byPosition, memberMessages } from './member.ts';

type MemberRow = Selectable<MembersTable>;
export type Actor = { administratorId: number; now: Date };

const NameCursor = z.tuple([z.string(), cursorParts.id]);

/** A committee is small: visitors get it whole, with this as a guard against a mistake. */
const most = 1000;

export async function listActiveMembers(db: Db): Promise<Member[]> {
  const rows = await present(db, await living(db).where('isActive', '=', true).orderBy('id').limit(most).execute());
  return rows.sort(byPosition);
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
    .$if(Boolean(search), (members) => members.where(contains(db, search ?? '', ['name', 'position', 'bio'])))
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
export async function getMember(db: Db, id: number, audience: 'visitors' | 'administrators'): Promise<Member> {
  const row = await living(db)
    .where('id', '=', id)
    .$if(audience === 'visitors', (members) => members.where('isActive', '=', true))
    .executeTakeFirst();
  return presentOne(db, row);
}

/** Creates (`id` null) or updates; what the input leaves out stays. */
export async function saveMember(db: Db, id: number | null, input: MemberInput, actor: Actor): Promise<Member> {
  const at = actor.now.toISOString();
  return transact(db, async (trx) => {
    const existing = id === null ? null : await lockRow(trx, id);
    if (existing && input.version !== undefined && input.version !== existing.version)
      throw new Conflict('Somebody else saved this member meanwhile.');
    const values = merge(existing, input, at);
    const row = existing
      ? await update(trx, existing, values, at)
      : await trx
          .insertInto('members')
          .values({ ...values, createdAt: at, updatedAt: at, deletedAt: null })
          .returningAll()
          .executeTakeFirstOrThrow();
    const action = existing ? 'member.update' : 'member.create';
    await audit(trx, { at: actor.now, administratorId: actor.administratorId, action, entityId: row.id });
    return presentOne(trx, row);
  });
}

export async function setMemberImage(db: Db, id: number, imageUrl: string | null, now: Date): Promise<Member> {
  return transact(db, async (trx) =>
    presentOne(trx, await update(trx, await lockRow(trx, id), { imageUrl }, now.toISOString())),
  );
}

/** Moves the member to the bin. */
export async function removeMember(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockRow(trx, id);
    await trx.updateTable('members').set({ deletedAt: now.toISOString() }).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId, action: 'member.delete', entityId: id });
  });
}

function living(db: Db) {
  return db.selectFrom('members').selectAll().where('deletedAt', 'is', null);
}

/** For a change: nobody else changes it until the end of the transaction. SQLite has one writer anyway. */
async function lockRow(trx: Db, id: number): Promise<MemberRow> {
  const row = await living(trx)
    .where('id', '=', id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFound(memberMessages.notFound);
  return row;
}

type Values = Omit<MemberRow, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version'>;

function merge(existing: MemberRow | null, input: MemberInput, now: string): Values {
  const values: Values = {
    name: input.name ?? existing?.name ?? '',
    position: input.position ?? existing?.position ?? '',
    bio: input.bio ?? existing?.bio ?? '',
    imageUrl: (input.imageUrl === undefined ? existing?.imageUrl : input.imageUrl) ?? null,
    isActive: input.isActive ?? existing?.isActive ?? true,
    joinDate: input.joinDate ?? existing?.joinDate ?? now,
    sortOrder: (input.sortOrder === undefined ? existing?.sortOrder : input.sortOrder) ?? null,
  };
  const fields: Record<string, string> = {};
  if (!values.name) fields.name = 'Please enter a name';
  if (!values.position) fields.position = 'Please enter a position';
  if (Object.keys(fields).length > 0) throw new Invalid(memberMessages.required, fields);
  return values;
}

async function update(db: Db, existing: MemberRow, values: Partial<Values>, at: string): Promise<MemberRow> {
  return db
    .updateTable('members')
    .set({ ...values, updatedAt: at, version: existing.version + 1 })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function presentInOrder(db: Db, ids: number[]): Promise<Member[]> {
  const rows = ids.length === 0 ? [] : await living(db).where('id', 'in', ids).execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  return present(
    db,
    rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
  );
}

async function presentOne(db: Db, row: MemberRow | undefined): Promise<Member> {
  const [member] = await present(db, row ? [row] : []);
  if (!member) throw new NotFound(memberMessages.notFound);
  return member;
}

async function present(db: Db, rows: MemberRow[]): Promise<Member[]> {
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map(({ deletedAt: _deletedAt, ...row }) => ({ ...row, image: pictures.get(row.imageUrl ?? '') ?? null }));
}
