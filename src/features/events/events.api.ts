import { createRoute, z } from '@hono/zod-openapi';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import { holdTimeZone } from '#features/settings/settings.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import {
  answer,
  createApiApp,
  jsonBody,
  ListQuery,
  listHeaders,
  messageAnswer,
  refusals,
  signedIn,
} from '#platform/http/api.ts';
import { findReplayed, IdempotencyHeaders, idempotencyKeyOf } from '#platform/http/idempotency-keys.ts';
import { IdParam, ImageInput } from '#platform/http/schemas.ts';
import { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { type Actor, type EventList, getEvent, listEvents, removeEvent } from './events.server.ts';
import { type SaveEvent, saveEvent, setEventImage } from './saving.server.ts';

const tags = ['Events'];
const one = { 200: answer(SocietyEvent, 'The event'), ...refusals };
const byId = { params: IdParam };

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
  newest: listRoute('/', 'All events, latest date first'),
  read: createRoute({ method: 'get', path: '/{id}', tags, request: byId, responses: one }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    request: { headers: IdempotencyHeaders, ...jsonBody(SocietyEventInput) },
    responses: { 201: answer(SocietyEvent, 'The new event'), ...refusals },
  }),
  update: createRoute({
    method: 'put',
    path: '/{id}',
    tags,
    request: { ...byId, ...jsonBody(SocietyEventInput) },
    responses: one,
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    tags,
    request: byId,
    responses: { 200: messageAnswer, ...refusals },
  }),
  setImage: createRoute({
    method: 'put',
    path: '/{id}/image',
    tags,
    request: { ...byId, ...jsonBody(ImageInput) },
    responses: one,
  }),
};

export function eventsApi(context: AppContext) {
  const { db, clock, config } = context;
  const read = (list: EventList, query: ListQuery) => listEvents(db, list, query, clock.now());
  const readForAdmin = (id: number) => getEvent(db, id, 'administrators');
  const save = (what: Omit<SaveEvent, 'timeZone'>, actor: Actor) =>
    transact(db, async (trx) => {
      await refuseMissingPictures(trx, context, what.input);
      return saveEvent(trx, { ...what, timeZone: await holdTimeZone(trx, config) }, actor);
    });

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
    })
    .openapi(routes.read, async (c) => {
      const audience = c.get('administrator') ? 'administrators' : 'visitors';
      return c.json(await getEvent(db, c.req.valid('param').id, audience), 200);
    });

  const adminRoutes = createApiApp()
    .openapi(routes.newest, async (c) => {
      const page = await read('newest', c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.create, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      const idempotencyKey = idempotencyKeyOf(c, c.req.valid('header'), { kind: 'events', now: actor.now });
      const made = await findReplayed(c, db, idempotencyKey);
      const input = c.req.valid('json');
      return c.json(made ? await readForAdmin(made) : await save({ id: null, input, idempotencyKey }, actor), 201);
    })
    .openapi(routes.update, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      return c.json(await save({ ...c.req.valid('param'), input: c.req.valid('json') }, actor), 200);
    })
    .openapi(routes.remove, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      await removeEvent(db, c.req.valid('param').id, actor);
      return c.json({ message: eventMessages.deleted }, 200);
    })
    .openapi(routes.setImage, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      await refuseMissingPictures(db, context, c.req.valid('json'));
      return c.json(await setEventImage(db, c.req.valid('param').id, c.req.valid('json'), actor), 200);
    });

  const revisions = revisionsApi({
    ...{ db, kind: 'events', tags, entity: SocietyEvent, input: SocietyEventInput, find: readForAdmin },
    restore: ({ administratorId, ...what }) => save(what, { administratorId, now: clock.now() }),
  });
  adminRoutes.route('/', revisions);

  return { publicRoutes, adminRoutes, read: readForAdmin };
}
