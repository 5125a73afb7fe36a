/** Committee members: visitors see the active ones, sorted by position; administrators all, sorted by name (D3). */
import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { mergedPicture } from '#features/items/item-picture.server.ts';
import { addList, itemApi } from '#features/items/items.api.ts';
import { presentItem, presentItems, type RowOf } from '#features/items/items.server.ts';
import { type ChosenQuery, listFew, listQueryOf, type States } from '#features/items/listing.server.ts';
import { saveAndPresent, type Values } from '#features/items/saving.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { createApiApp, jsonBody, type Listed, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { memberKind } from './member.kind.ts';
import { Member, MemberInput, MemberOrder } from './member.schema.ts';
import { byPosition, memberMessages } from './member.ts';
import { orderMembers } from './ordering.server.ts';

type MemberRow = RowOf<typeof memberKind>;

const order = createRoute({
  method: 'post',
  path: '/order',
  summary: 'Put the committee in order',
  tags: ['Members'],
  request: jsonBody(MemberOrder),
  responses: { 200: messageAnswer, ...refusals },
});

/** Visitors get the whole committee, which is small; the limit guards against a mistake. */
const most = 5000;

export function membersApi(context: AppContext) {
  const { db, clock } = context;
  const routes = itemApi(context, {
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
      query: listQueryOf(memberKind),
      read: (query) => listMembers(db, query),
    },
    states: () => memberStates,
    isShown: ({ isActive }) => isActive,
    present: presentItem,
    save: (save) =>
      saveAndPresent(context, memberKind, {
        ...save,
        merge: (existing) => merged(existing, save.input, save.actor.now),
      }),
  });
  routes.adminRoutes.openapi(order, async (c) => {
    const actor = { administratorId: signedIn(c).id, now: clock.now() };
    await transact(db, (trx) => orderMembers(trx, c.req.valid('json').ids, actor));
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

async function listActiveMembers(db: Db): Promise<Listed<Member>> {
  const items = (await presentItems(db, await findActive(db, {}), 'visitors')).sort(byPosition);
  return { items, total: items.length, nextCursor: null };
}

/** For administrators: by name unless another order is chosen. */
async function listMembers(db: Db, query: ChosenQuery): Promise<Listed<Member>> {
  const { rows, ...page } = await listFew(db, memberKind, {
    query: { ...query, sort: query.sort ?? 'title' },
    states: memberStates,
    textsOf: ({ name, position, bio }) => [name, position, bio],
  });
  return { ...page, items: await presentItems(db, rows, 'administrators') };
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
