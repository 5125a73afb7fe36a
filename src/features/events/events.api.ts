import { createRoute, z } from '@hono/zod-openapi';
import { itemApi } from '#features/items/items.api.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, ListQuery, listHeaders, refusals } from '#platform/http/api.ts';
import { eventKind } from './event.kind.ts';
import { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { type EventList, getEvent, listEvents, presentEvent } from './events.server.ts';
import { saveEvent } from './saving.server.ts';

const tags = ['Events'];

function listRoute<P extends string>(path: P, description: string) {
  return createRoute({
    method: 'get',
    path,
    tags,
    request: { query: ListQuery },
    responses: { 200: answer(z.array(SocietyEvent), description), ...refusals },
  });
}

const routes = {
  all: listRoute('/', 'Upcoming events, soonest first, then past ones, newest first'),
  upcoming: listRoute('/upcoming', 'Soonest first'),
  past: listRoute('/past', 'Newest first'),
};

export function eventsApi(context: AppContext) {
  const { db, clock } = context;
  const read = (list: EventList, query: ListQuery) => listEvents(db, list, query, clock.now());

  const publicRoutes = createApiApp()
    .openapi(routes.all, async (c) => {
      const page = await read('all', c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.upcoming, async (c) => {
      const page = await read('upcoming', c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.past, async (c) => {
      const page = await read('past', c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    });

  return itemApi(context, {
    kind: eventKind,
    entity: SocietyEvent,
    input: SocietyEventInput,
    publicRoutes,
    list: { description: 'All events, latest date first', read: (query) => read('newest', query) },
    get: (id, viewer) => getEvent(db, id, viewer),
    save: (save) => saveEvent(context, save),
    present: presentEvent,
  });
}
