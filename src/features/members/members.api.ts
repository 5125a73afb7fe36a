/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import { z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { addListRoute, inMemoryListRoute, itemApi, unpagedList } from '#features/items/items.api.ts';
import { presentItem, presentItems, type RowOf } from '#features/items/items.server.ts';
import type { States } from '#features/items/listing.server.ts';
import { mergeItem } from '#features/items/merge-input.server.ts';
import { saveAndPresentItem } from '#features/items/saving.server.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, routesOf } from '#platform/http/api.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { memberKind } from './member.kind.ts';
import { Member, MemberInput, MemberOrder } from './member.schema.ts';
import { compareMembers, memberMessages } from './member.ts';
import { saveMemberOrder } from './ordering.server.ts';

type MemberRow = RowOf<typeof memberKind>;

const order = routesOf('Members')('post', '/order', 'Put the committee in order', {
  request: jsonBody(MemberOrder),
  200: messageAnswer,
});

/** Visitors get the whole committee, which is small; the limit guards against a mistake. */
const most = 5000;

export function membersApi(context: AppContext) {
  const { db, clock } = context;
  const routes = itemApi(context, {
    kind: memberKind,
    entity: Member,
    input: MemberInput,
    publicRoutes: addListRoute(createApiApp(), memberKind, {
      description: 'Members',
      entry: Member,
      query: z.object({}),
      read: async () =>
        unpagedList((await presentItems(db, await findActive(db, {}), 'visitors')).sort(compareMembers)),
    }),
    list: inMemoryListRoute(db, memberKind, {
      of: 'all members',
      description: 'All members, inactive ones too, by name',
      entry: Member,
      states: () => memberStates,
      textsOf: ({ name, position, bio }) => [name, position, bio],
      present: (rows) => presentItems(db, rows, 'administrators'),
    }),
    isShown: ({ isActive }) => isActive,
    present: presentItem,
    save: (save) =>
      saveAndPresentItem(context, memberKind, {
        ...save,
        merge: (existing) => mergeMember(existing, save.input, save.actor.now),
      }),
  });
  routes.adminRoutes.openapi(order, async (c) => {
    const actor = actorOf(c, clock);
    await transact(db, (trx) => saveMemberOrder(trx, c.req.valid('json').ids, actor));
    return c.json({ message: memberMessages.ordered }, 200);
  });
  return routes;
}

const memberStates: States<typeof memberKind> = {
  shown: sql`is_active = ${true}`,
  hidden: sql`is_active = ${false}`,
};

const findActive = preparedQuery((db) => {
  const active = db.selectFrom('members').selectAll().where('deletedAt', 'is', null).where('isActive', '=', true);
  return active.orderBy('id').limit(most);
});

function mergeMember(existing: MemberRow | null, input: MemberInput, now: Date) {
  const defaults = { name: '', position: '', bio: '', isActive: true, joinDate: now.toISOString(), sortOrder: null };
  const values = mergeItem(existing, input, defaults);
  const fields = requiredFieldErrors(values, memberMessages.missing);
  if (Object.keys(fields).length > 0) throw new Invalid(memberMessages.required, fields);
  return values;
}
