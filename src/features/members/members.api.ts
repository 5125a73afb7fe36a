import { createRoute, z } from '@hono/zod-openapi';
import { itemApi } from '#features/items/items.api.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, listHeaders, refusals } from '#platform/http/api.ts';
import { memberKind } from './member.kind.ts';
import { Member, MemberInput } from './member.schema.ts';
import { getMember, listActiveMembers, listMembers, presentMember, saveMember } from './members.server.ts';

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Members'],
  responses: { 200: answer(z.array(Member), 'Members'), ...refusals },
});

export function membersApi(context: AppContext) {
  const { db } = context;
  const publicRoutes = createApiApp().openapi(list, async (c) => {
    const items = await listActiveMembers(db);
    listHeaders(c, { total: items.length, nextCursor: null });
    return c.json(items, 200);
  });
  return itemApi(context, {
    kind: memberKind,
    entity: Member,
    input: MemberInput,
    publicRoutes,
    list: { description: 'All members, inactive ones too, by name', read: (query) => listMembers(db, query) },
    get: (id, viewer) => getMember(db, id, viewer),
    save: (save) => saveMember(context, save),
    present: presentMember,
  });
}
