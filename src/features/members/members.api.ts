/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import { z } from '@hono/zod-openapi';
import { mergedPicture } from '#features/items/item-picture.server.ts';
import { addList, itemApi } from '#features/items/items.api.ts';
import { listByTitle, presentItem, presentItems, type RowOf } from '#features/items/items.server.ts';
import { saveAndPresent, type Values } from '#features/items/saving.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { createApiApp, type Listed } from '#platform/http/api.ts';
import { memberKind } from './member.kind.ts';
import { Member, MemberInput } from './member.schema.ts';
import { byPosition, memberMessages } from './member.ts';

type MemberRow = RowOf<typeof memberKind>;

/** Visitors get the whole committee, which is small; the limit guards against a mistake. */
const most = 1000;

export function membersApi(context: AppContext) {
  const { db } = context;
  return itemApi(context, {
    kind: memberKind,
    entity: Member,
    input: MemberInput,
    publicRoutes: addList(createApiApp(), memberKind, {
      description: 'Members',
      entry: Member,
      query: z.object({}),
      read: () => listActiveMembers(db),
    }),
    list: {
      of: 'all members',
      description: 'All members, inactive ones too, by name',
      entry: Member,
      read: (query) => listByTitle(db, memberKind, query, ['name', 'position', 'bio']),
    },
    isShown: ({ isActive }) => isActive,
    present: presentItem,
    save: (save) =>
      saveAndPresent(context, memberKind, {
        ...save,
        merge: (existing) => merged(existing, save.input, save.actor.now),
      }),
  });
}

const findActive = preparedQuery((db) => {
  const active = db.selectFrom('members').selectAll().where('deletedAt', 'is', null).where('isActive', '=', true);
  return active.orderBy('id').limit(most);
});

async function listActiveMembers(db: Db): Promise<Listed<Member>> {
  const items = (await presentItems(db, await findActive(db, {}), 'visitors')).sort(byPosition);
  return { items, total: items.length, nextCursor: null };
}

/** What the input leaves out stays. */
function merged(existing: MemberRow | null, input: MemberInput, now: Date): Values<typeof memberKind> {
  const values = {
    name: input.name ?? existing?.name ?? '',
    position: input.position ?? existing?.position ?? '',
    bio: input.bio ?? existing?.bio ?? '',
    ...mergedPicture(existing, input),
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
