/** Past committees: everyone reads them by their label; administrators write them down and take people out. */
import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { addList, itemApi } from '#features/items/items.api.ts';
import { type ChosenQuery, listFew, listQueryOf, type States } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { answer, createApiApp, jsonBody, type Listed, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { line } from '#platform/http/schemas.ts';
import { committeeKind } from './committee.kind.ts';
import { Committee, CommitteeInput } from './committee.schema.ts';
import { committeeLimits, forgottenTo } from './committee.ts';
import {
  findCommittee,
  forgetPerson,
  listYears,
  postsOf,
  presentCommittee,
  presentCommittees,
  saveCommittee,
} from './committees.server.ts';

const tags = ['Committees'];

const read = createRoute({
  method: 'get',
  path: '/{label}',
  summary: 'Read a past committee',
  tags,
  request: {
    params: z.object({
      label: z.string().openapi({ description: 'Its label, or its id', param: { name: 'label', in: 'path' } }),
    }),
  },
  responses: { 200: answer(Committee, 'The year and its people'), ...refusals },
});

const forget = createRoute({
  method: 'post',
  path: '/forget',
  summary: 'Remove a person from all years',
  tags,
  request: jsonBody(z.object({ name: line(committeeLimits.name, 'Name') })),
  responses: { 200: messageAnswer, ...refusals },
});

export function committeesApi(context: AppContext) {
  const { db, clock } = context;
  const routes = itemApi(context, {
    kind: committeeKind,
    entity: Committee,
    input: CommitteeInput,
    isAddressed: true,
    publicRoutes: addList(createApiApp(), committeeKind, {
      of: 'past committees',
      description: 'Past committees, the last one first',
      entry: Committee,
      query: z.object({}),
      read: async () => {
        const items = await presentCommittees(db, await listYears(db), 'visitors');
        return { items, total: items.length, nextCursor: null };
      },
    }).openapi(read, async (c) => {
      const viewer = c.get('administrator') ? 'administrators' : 'visitors';
      const row = await findCommittee(db, c.req.valid('param').label);
      return c.json(await presentCommittee(db, row, viewer), 200);
    }),
    list: {
      of: 'past committees',
      description: 'Past committees, the last one written down first',
      entry: Committee,
      query: listQueryOf(committeeKind),
      read: (query) => listCommittees(db, query, clock.now()),
    },
    states: (now) => statesAt(new Date(now)),
    present: presentCommittee,
    save: (save) => saveCommittee(context, save),
  });
  routes.adminRoutes.openapi(forget, async (c) => {
    const actor = { administratorId: signedIn(c).id, now: clock.now() };
    return c.json({ message: await forgetPerson(db, c.req.valid('json').name, actor) }, 200);
  });
  return routes;
}

function statesAt(now: Date): States<typeof committeeKind> {
  const day = forgottenTo(now);
  return { recent: sql`${sql.ref('to')} > ${day}`, older: sql`${sql.ref('to')} <= ${day}` };
}

async function listCommittees(db: Db, query: ChosenQuery, now: Date): Promise<Listed<Committee>> {
  const { rows, ...page } = await listFew(db, committeeKind, {
    query,
    states: statesAt(now),
    textsOf: ({ label, posts }) => [label, ...postsOf({ posts }).flatMap(({ name, position }) => [name, position])],
  });
  return { ...page, items: await presentCommittees(db, rows, 'administrators') };
}
