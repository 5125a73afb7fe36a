import { z } from '@hono/zod-openapi';
import { eventKind } from '#features/events/event.kind.ts';
import { getItem } from '#features/items/items.server.ts';
import { splitLines } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, returns, routesOf } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { answerAuditedExport, type Exported, TableQuery, tableAnswer } from '#platform/spreadsheets/table-export.ts';
import {
  AddedRegistration,
  ChangedRegistration,
  EventRegistrationCounts,
  GuestMessage,
  MovedRegistration,
  Presence,
  Registration,
} from '../registration.schema.ts';
import type { SignupHooks } from '../signing-up.server.ts';
import { addGuest } from './adding-guests.server.ts';
import { moveGuest, removeGuest, setPresence } from './changing-guests.server.ts';
import { countGuestsOfEvents, exportGuests, GuestList, getGuest, listGuests, presentGuest } from './guests.server.ts';
import { messageGuests } from './messages.server.ts';

const route = routesOf('Guests');
const params = IdParam;
const one = { 200: returns(Registration, 'The guest') };
const changed = { 200: returns(ChangedRegistration, 'The guest, and who has moved up') };
const GuestParam = IdParam.extend({
  rid: IdParam.shape.id.openapi({ type: 'integer', minimum: 1, param: { name: 'rid', in: 'path' } }),
});
const guest = '/{id}/registrations/{rid}';
const list = GuestList.default('coming');

/** `1,2,3`. */
const EventIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'Please name 1 to 100 events, such as 1,2,3')
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .openapi({ type: 'string', example: '1,2,3' });

const routes = {
  list: route('get', '/{id}/registrations', 'List the guests of an event', {
    request: { params, query: ListQuery.extend({ list }) },
    200: returns(z.array(Registration), 'By name, in the order of the line, or the latest first'),
  }),
  counts: route('get', '/registrations/counts', 'Count the guests of events', {
    request: { query: z.object({ events: EventIds }) },
    200: returns(z.array(EventRegistrationCounts), 'People and places of each event'),
  }),
  exported: route('get', '/{id}/registrations.csv', 'Export the guests of an event', {
    request: { params, query: TableQuery.extend({ list }) },
    200: tableAnswer,
    ...recentPassword,
  }),
  message: route('post', '/{id}/registrations/message', 'Write to the guests of an event', {
    request: { params, ...jsonBody(GuestMessage) },
    200: returns(z.object({ count: z.number().int() }), 'To how many it goes'),
    ...recentPassword,
  }),
  get: route('get', guest, 'Read a guest', { request: { params: GuestParam }, ...one }),
  add: route('post', '/{id}/registrations', 'Add a guest', {
    request: { params, ...jsonBody(AddedRegistration) },
    201: returns(Registration, 'The new guest'),
  }),
  move: route('put', guest, 'Move a guest between the list and the waiting list', {
    request: { params: GuestParam, ...jsonBody(MovedRegistration) },
    ...changed,
  }),
  remove: route('delete', guest, 'Take a guest off the list', { request: { params: GuestParam }, ...changed }),
  present: route('post', `${guest}/present`, 'Say whether a guest is here', {
    request: { params: GuestParam, ...jsonBody(Presence) },
    ...one,
  }),
};

/** For organisers, under /events/admin. */
export function guestsApi({ db, clock, ...context }: AppContext, hooks: SignupHooks, exported: Exported) {
  return createApiApp()
    .openapi(routes.list, async (c) =>
      answerPage(c, await listGuests(db, c.req.valid('param').id, c.req.valid('query'))),
    )
    .openapi(routes.counts, async (c) =>
      c.json(await countGuestsOfEvents(db, c.req.valid('query').events, clock.now()), 200),
    )
    .openapi(routes.exported, async (c) => {
      const { id: eventId } = c.req.valid('param');
      const { list, format } = c.req.valid('query');
      const { questions, title } = await getItem(db, eventKind, eventId);
      const by = actorOf(c, clock);
      const table = {
        by,
        exported,
        what: `the guests of “${title}”`,
        format,
        entry: { action: 'registration.export', entityId: eventId } as const,
        filename: `guests-${eventId}-${list}-${by.now.toISOString().slice(0, 10)}`,
        rows: () => exportGuests(db, { eventId, list, questions: splitLines(questions) }),
      };
      return answerAuditedExport(c, { ...context, db, clock }, table);
    })
    .openapi(routes.message, async (c) => {
      const message = { eventId: c.req.valid('param').id, input: c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await messageGuests(db, message), 200);
    })
    .openapi(routes.get, async (c) => {
      const { id, rid } = c.req.valid('param');
      await getItem(db, eventKind, id);
      return c.json(presentGuest(await getGuest(db, id, rid)), 200);
    })
    .openapi(routes.add, async (c) => {
      const added = { eventId: c.req.valid('param').id, input: c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await addGuest(db, added, hooks), 201);
    })
    .openapi(routes.move, async (c) => {
      const { id: eventId, rid: id } = c.req.valid('param');
      return c.json(await moveGuest(db, { eventId, id, input: c.req.valid('json'), actor: actorOf(c, clock) }), 200);
    })
    .openapi(routes.remove, async (c) => {
      const { id: eventId, rid: id } = c.req.valid('param');
      return c.json(await removeGuest(db, { eventId, id, actor: actorOf(c, clock) }), 200);
    })
    .openapi(routes.present, async (c) => {
      const { id: eventId, rid: id } = c.req.valid('param');
      return c.json(await setPresence(db, { eventId, id, input: c.req.valid('json'), actor: actorOf(c, clock) }), 200);
    });
}
