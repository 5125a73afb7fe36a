/** Saving a member: what must be there, who saved, and the revision that each save leaves. */
import { refuseStale } from '#features/revisions/editors.server.ts';
import { keepRevision } from '#features/revisions/revisions.server.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import type { ImageInput } from '#platform/http/schemas.ts';
import { createOnce, type IdempotencyKey } from '#platform/idempotency-keys.ts';
import type { Member, MemberInput } from './member.schema.ts';
import { memberMessages } from './member.ts';
import { type Actor, getMember, lockMember, type MemberRow, presentOne } from './members.server.ts';

export type SaveMember = {
  /** Null creates. */
  id: number | null;
  input: MemberInput;
  idempotencyKey?: IdempotencyKey | null;
  /** The revision that this save brings back. */
  revisionId?: number;
};

/** Creates or updates; what the input leaves out stays. */
export async function saveMember(db: Db, save: SaveMember, actor: Actor): Promise<Member> {
  const { id, input, idempotencyKey = null, revisionId } = save;
  const at = actor.now.toISOString();
  return transact(db, async (trx) => {
    if (id === null) {
      const create = async () => {
        const row = await insert(trx, merge(null, input, at), actor);
        return presentOne(trx, row, 'administrators');
      };
      return createOnce(trx, idempotencyKey, { create, find: (made) => getMember(trx, made, 'administrators') });
    }
    const { version } = input;
    const row = await change(trx, { id, version, values: (existing) => merge(existing, input, at) }, actor);
    const action = revisionId === undefined ? 'member.update' : 'member.revert';
    const detail = revisionId === undefined ? {} : { revisionId };
    await audit(trx, { at: actor.now, administratorId: actor.administratorId, action, entityId: id, detail });
    return presentOne(trx, row, 'administrators');
  });
}

export async function setMemberImage(db: Db, id: number, { imageUrl, version }: ImageInput, actor: Actor) {
  return transact(db, async (trx) => {
    const row = await change(trx, { id, version, values: () => ({ imageUrl }) }, actor);
    const { administratorId, now } = actor;
    await audit(trx, { at: now, administratorId, action: 'member.image', entityId: id });
    return presentOne(trx, row, 'administrators');
  });
}

type Kept = 'id' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'deletedAt' | 'deletedBy' | 'version';
type Values = Omit<MemberRow, Kept>;

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

async function insert(trx: Db, values: Values, { administratorId, now }: Actor): Promise<MemberRow> {
  const at = now.toISOString();
  const row = await trx
    .insertInto('members')
    .values({ ...values, createdAt: at, updatedAt: at, updatedBy: administratorId, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now });
  await audit(trx, { at: now, administratorId, action: 'member.create', entityId: row.id });
  return row;
}

type Change = { id: number; version: number | undefined; values: (existing: MemberRow) => Partial<Values> };

async function change(trx: Db, { id, version, values }: Change, { administratorId, now }: Actor): Promise<MemberRow> {
  const existing = await lockMember(trx, id);
  await refuseStale(trx, existing, { version, administratorId, noun: 'member' });
  const stamp = { updatedAt: now.toISOString(), updatedBy: administratorId, version: existing.version + 1 };
  const row = await trx
    .updateTable('members')
    .set({ ...values(existing), ...stamp })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const before = { ...revisionOf(existing), administratorId: existing.updatedBy, at: new Date(existing.updatedAt) };
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now, before });
  return row;
}

function revisionOf(row: MemberRow) {
  const { name, position, bio, imageUrl, isActive, joinDate, sortOrder } = row;
  const data = { name, position, bio, imageUrl, isActive, joinDate, sortOrder };
  return { kind: 'members', entityId: row.id, version: row.version, data } as const;
}
