import { z } from '@hono/zod-openapi';
import { addListRoute, itemApi } from '#features/items/items.api.ts';
import { listQuerySchema } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, returns, routesOf } from '#platform/http/api.ts';
import { type ListQuery } from '#platform/http/list-pages.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { changeCancellation } from './cancelling.server.ts';
import { eventKind } from './event.kind.ts';
import {
  Cancellation,
  EventRepeat,
  RepeatedEvent,
  SocietyEvent,
  SocietyEventInput,
  Uncancellation,
} from './event.schema.ts';
import { type EventList, listEvents, listEventsForAdministrators, presentEvent } from './event-lists.server.ts';
import { saveEvent } from './saving.server.ts';
import { repeatEvent } from './series.server.ts';
import type { EventHooks } from './signup/event-hooks-contract.server.ts';

const route = routesOf('Events');
const one = returns(SocietyEvent, 'The event');

const routes = {
  cancel: route('post', '/{id}/cancel', 'Cancel an event, which keeps its page', {
    request: { params: IdParam, ...jsonBody(Cancellation) },
    200: one,
  }),
  uncancel: route('post', '/{id}/uncancel', 'Undo the cancellation of an event', {
    request: { params: IdParam, ...jsonBody(Uncancellation) },
    200: one,
  }),
  repeat: route('post', '/{id}/repeat', 'Repeat an event on other days, as one series', {
    request: { params: IdParam, ...jsonBody(EventRepeat) },
    201: returns(z.array(RepeatedEvent), 'The event of each day, soonest first'),
  }),
};

export function eventsApi(context: AppContext, hooks: EventHooks) {
  const { db, clock } = context;
  const list = (which: EventList, description: string) => ({
    of: which === 'all' ? 'events' : `${which} events`,
    description,
    entry: SocietyEvent,
    read: (query: ListQuery) => listEvents(db, which, query, clock.now()),
  });
  const publicRoutes = createApiApp();
  addListRoute(publicRoutes, eventKind, list('all', 'Upcoming events, soonest first, then past ones, newest first'));
  addListRoute(publicRoutes, eventKind, { path: '/upcoming', ...list('upcoming', 'Soonest first') });
  addListRoute(publicRoutes, eventKind, { path: '/past', ...list('past', 'Newest first') });

  const { adminRoutes, ...others } = itemApi(context, {
    kind: eventKind,
    entity: SocietyEvent,
    input: SocietyEventInput,
    publicRoutes,
    list: {
      of: 'all events',
      description: 'All events, latest date first',
      entry: SocietyEvent,
      query: listQuerySchema(eventKind),
      read: (query) => listEventsForAdministrators(db, query, clock.now()),
    },
    present: presentEvent,
    save: (save) => saveEvent(context, save, hooks),
    whenRemoved: (trx, id) => hooks.removed(trx, id, clock.now()),
  });

  adminRoutes
    .openapi(routes.cancel, async (c) => {
      const cancel = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await changeCancellation(context, { verb: 'cancel', ...cancel }, hooks), 200);
    })
    .openapi(routes.uncancel, async (c) => {
      const uncancel = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await changeCancellation(context, { verb: 'uncancel', ...uncancel }, hooks), 200);
    })
    .openapi(routes.repeat, async (c) => {
      const repeat = { ...c.req.valid('param'), ...c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await repeatEvent(context, repeat), 201);
    });
  return { adminRoutes, ...others };
}
