/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import type { Selectable } from 'kysely';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { MembersTable } from '#platform/db/tables.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import type { Member, MemberInput } from './member.schema.ts';
import { byName, byPosition, memberMessages } from './member.ts';

type MemberRow = Selectable<MembersTable>;
export type Actor = { administratorId: number; now: Date };

/** A committee is small: lists are whole, with this as a guard against a mistake. */
const most = 1000;

export async function listActiveMembers(db: Db): Promise<Member[]> {
  const rows = await present(db, await living(db).where('isActive', '=', true).orderBy('id').limit(most).execute());
  return rows.sort(byPosition);
}

export async function listMembers(db: Db): Promise<Member[]> {
  return (await present(db, await living(db).orderBy('id').limit(most).execute())).sort(byName);
}

/** @throws NotFound */
export async function getActiveMember(db: Db, id: number): Promise<Member> {
  const row = await living(db).where('id', '=', id).where('isActive', '=', true).executeTakeFirst();
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
