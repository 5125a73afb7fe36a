/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { getItem, presentItem, presentItems } from '#features/items/items.server.ts';
import { type Save, saveItem, type Values } from '#features/items/saving.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/like-any.ts';
import type { MembersTable } from '#platform/db/tables.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { memberKind } from './member.kind.ts';
import type { Member, MemberInput } from './member.schema.ts';
import { byName, byPosition, memberMessages } from './member.ts';

type MemberRow = Selectable<MembersTable>;

const NameCursor = z.tuple([z.string(), cursorParts.id]);

/** A committee is small: visitors get it whole, with this as a guard against a mistake. */
const most = 1000;

const findActive = preparedQuery((db) => living(db).where('isActive', '=', true).orderBy('id').limit(most));

export async function listActiveMembers(db: Db): Promise<Member[]> {
  return (await presentItems(db, await findActive(db, {}), 'visitors')).sort(byPosition);
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
export async function getMember(db: Db, id: number, viewer: Viewer): Promise<Member> {
  const row = await getItem(db, memberKind, id);
  if (viewer === 'visitors' && !row.isActive) throw new NotFound(memberKind.texts.notFound);
  return presentItem(db, row, viewer);
}

export async function saveMember(context: AppContext, save: Save<MemberInput>): Promise<Member> {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    const merge = (existing: MemberRow | null) => merged(existing, save.input, save.actor.now);
    return presentMember(trx, await saveItem(trx, memberKind, { ...save, merge }));
  });
}

export function presentMember(db: Db, row: MemberRow): Promise<Member> {
  return presentItem(db, row, 'administrators');
}

/** What the input leaves out stays. */
function merged(existing: MemberRow | null, input: MemberInput, now: Date): Values<typeof memberKind> {
  const values = {
    name: input.name ?? existing?.name ?? '',
    position: input.position ?? existing?.position ?? '',
    bio: input.bio ?? existing?.bio ?? '',
    imageUrl: (input.imageUrl === undefined ? existing?.imageUrl : input.imageUrl) ?? null,
    isActive: input.isActive ?? existing?.isActive ?? true,
    joinDate: input.joinDate ?? existing?.joinDate ?? now.toISOString(),
    sortOrder: (input.sortOrder === undefined ? existing?.sortOrder : input.sortOrder) ?? null,
  };
  const fields: Record<string, string> = {};
  if (!values.name) fields.name = 'Please enter a name';
  if (!values.position) fields.position = 'Please enter a position';
  if (Object.keys(fields).length > 0) throw new Invalid(memberMessages.required, fields);
  return values;
}

function living(db: Db) {
  return db.selectFrom('members').selectAll().where('deletedAt', 'is', null);
}

async function presentInOrder(db: Db, ids: number[]): Promise<Member[]> {
  const rows = ids.length === 0 ? [] : await living(db).where('id', 'in', ids).execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  const inOrder = rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return presentItems(db, inOrder, 'administrators');
}
