import { createRoute, z } from '@hono/zod-openapi';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { AppContext } from '#platform/context.ts';
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
import { Member, MemberInput } from './member.schema.ts';
import { memberMessages } from './member.ts';
import { type Actor, getMember, listActiveMembers, listMembers, removeMember } from './members.server.ts';
import { type SaveMember, saveMember, setMemberImage } from './saving.server.ts';

const tags = ['Members'];
const one = { 200: answer(Member, 'The member'), ...refusals };
const byId = { params: IdParam };

const routes = {
  list: createRoute({
    method: 'get',
    path: '/',
    tags,
    responses: { 200: answer(z.array(Member), 'Members'), ...refusals },
  }),
  listAll: createRoute({
    method: 'get',
    path: '/',
    tags,
    request: { query: ListQuery },
    responses: { 200: answer(z.array(Member), 'All members, inactive ones too, by name'), ...refusals },
  }),
  read: createRoute({ method: 'get', path: '/{id}', tags, request: byId, responses: one }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    request: { headers: IdempotencyHeaders, ...jsonBody(MemberInput) },
    responses: { 201: answer(Member, 'The new member'), ...refusals },
  }),
  update: createRoute({
    method: 'put',
    path: '/{id}',
    tags,
    request: { ...byId, ...jsonBody(MemberInput) },
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

export function membersApi(context: AppContext) {
  const { db, clock } = context;
  const readForAdmin = (id: number) => getMember(db, id, 'administrators');
  const save = async (what: SaveMember, actor: Actor) => {
    await refuseMissingPictures(db, context, what.input);
    return saveMember(db, what, actor);
  };

  const publicRoutes = createApiApp()
    .openapi(routes.list, async (c) => {
      const items = await listActiveMembers(db);
      listHeaders(c, { total: items.length, nextCursor: null });
      return c.json(items, 200);
    })
    .openapi(routes.read, async (c) => {
      const audience = c.get('administrator') ? 'administrators' : 'visitors';
      return c.json(await getMember(db, c.req.valid('param').id, audience), 200);
    });

  const adminRoutes = createApiApp()
    .openapi(routes.listAll, async (c) => {
      const page = await listMembers(db, c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.create, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      const idempotencyKey = idempotencyKeyOf(c, c.req.valid('header'), { kind: 'members', now: actor.now });
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
      await removeMember(db, c.req.valid('param').id, actor);
      return c.json({ message: memberMessages.deleted }, 200);
    })
    .openapi(routes.setImage, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      await refuseMissingPictures(db, context, c.req.valid('json'));
      return c.json(await setMemberImage(db, c.req.valid('param').id, c.req.valid('json'), actor), 200);
    });

  const revisions = revisionsApi({
    ...{ db, kind: 'members', tags, entity: Member, input: MemberInput, find: readForAdmin },
    restore: ({ administratorId, ...what }) => save(what, { administratorId, now: clock.now() }),
  });
  adminRoutes.route('/', revisions);

  return { publicRoutes, adminRoutes, read: readForAdmin };
}
