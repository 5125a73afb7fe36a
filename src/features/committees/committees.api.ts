/** Past committees: everyone reads them by their label; administrators write them down and take people out. */
import { z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { addListRoute, inMemoryListRoute, itemApi, unpagedList } from '#features/items/items.api.ts';
import type { States } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, routesOf } from '#platform/http/api.ts';
import { lineSchema } from '#platform/http/schemas.ts';
import { committeeKind } from './committee.kind.ts';
import { Committee, CommitteeInput } from './committee.schema.ts';
import { committeeLimits, lastForgottenDay } from './committee.ts';
import {
  getCommittee,
  listCommitteeRows,
  parsePosts,
  presentCommittee,
  presentCommittees,
  saveCommittee,
} from './committees.server.ts';
import { removePersonFromCommittees } from './forgetting.server.ts';

const forget = routesOf('Committees')('post', '/forget', 'Remove a person from all years', {
  request: jsonBody(z.object({ name: lineSchema(committeeLimits.name, 'Name') })),
  200: messageAnswer,
});

export function committeesApi(context: AppContext) {
  const { db, clock } = context;
  const routes = itemApi(context, {
    kind: committeeKind,
    entity: Committee,
    input: CommitteeInput,
    address: { name: 'label', description: 'Its label, or its id', find: getCommittee },
    publicRoutes: addListRoute(createApiApp(), committeeKind, {
      of: 'past committees',
      description: 'Past committees, the last one first',
      entry: Committee,
      query: z.object({}),
      read: async () => unpagedList(await presentCommittees(db, await listCommitteeRows(db), 'visitors')),
    }),
    list: inMemoryListRoute(db, committeeKind, {
      of: 'past committees',
      description: 'Past committees, the last one written down first',
      entry: Committee,
      isNewestFirst: true,
      states: () => statesAt(clock.now()),
      textsOf: ({ label, posts }) => [
        label,
        ...parsePosts({ posts }).flatMap(({ name, position }) => [name, position]),
      ],
      present: (rows) => presentCommittees(db, rows, 'administrators'),
    }),
    present: presentCommittee,
    save: (save) => saveCommittee(context, save),
  });
  routes.adminRoutes.openapi(forget, async (c) => {
    const actor = actorOf(c, clock);
    return c.json({ message: await removePersonFromCommittees(db, c.req.valid('json').name, actor) }, 200);
  });
  return routes;
}

function statesAt(now: Date): States<typeof committeeKind> {
  const day = lastForgottenDay(now);
  return { recent: sql`${sql.ref('to')} > ${day}`, older: sql`${sql.ref('to')} <= ${day}` };
}
