/** The calls that every kind has: read, and for administrators list, create, update, delete, set the picture, and versions. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import type { Viewer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import {
  type ApiEnv,
  answer,
  createApiApp,
  jsonBody,
  type Listed,
  ListQuery,
  listHeaders,
  messageAnswer,
  refusals,
  signedIn,
} from '#platform/http/api.ts';
import { findReplayed, IdempotencyHeaders, idempotencyKeyOf } from '#platform/http/idempotency-keys.ts';
import { IdParam, ImageInput } from '#platform/http/schemas.ts';
import { getItem, type ItemKind, type RowOf, removeItem } from './items.server.ts';
import { type Save, setItemImage } from './saving.server.ts';

type Parts<K extends ItemKind, Item extends z.ZodType, Input extends z.ZodType, Query extends z.ZodObject> = {
  kind: K;
  /** As the calls answer it. */
  entity: Item;
  /** What may be sent to create or update it. */
  input: Input;
  /** The public calls of this kind alone; reading one is added to them. */
  publicRoutes: OpenAPIHono<ApiEnv>;
  list: {
    description: string;
    entry?: z.ZodType;
    query?: Query;
    read: (query: z.output<Query>) => Promise<Listed<unknown>>;
  };
  /** @throws NotFound */
  get: (id: number, viewer: Viewer) => Promise<z.output<Item>>;
  save: (save: Save<z.output<Input>>) => Promise<z.output<Item>>;
  /** For an administrator. */
  present: (db: Db, row: RowOf<K>) => Promise<z.output<Item>>;
  /** What must end when one goes to the bin, in the same transaction. */
  whenRemoved?: (trx: Db, id: number) => Promise<void>;
};

function describe({ kind: { name, noun }, entity, input, list }: Parts<ItemKind, z.ZodType, z.ZodType, z.ZodObject>) {
  const tags = [name.charAt(0).toUpperCase() + name.slice(1)];
  const one = { 200: answer(entity, `The ${noun}`), ...refusals };
  const byId = { params: IdParam };
  return {
    tags,
    read: createRoute({ method: 'get', path: '/{id}', tags, request: byId, responses: one }),
    list: createRoute({
      method: 'get',
      path: '/',
      tags,
      request: { query: list.query ?? ListQuery },
      responses: { 200: answer(z.array(list.entry ?? entity), list.description), ...refusals },
    }),
    create: createRoute({
      method: 'post',
      path: '/',
      tags,
      request: { headers: IdempotencyHeaders, ...jsonBody(input) },
      responses: { 201: answer(entity, `The new ${noun}`), ...refusals },
    }),
    update: createRoute({
      method: 'put',
      path: '/{id}',
      tags,
      request: { ...byId, ...jsonBody(input) },
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
}

export function itemApi<
  K extends ItemKind,
  Item extends z.ZodType,
  Input extends z.ZodType,
  Query extends z.ZodObject = typeof ListQuery,
>(context: AppContext, parts: Parts<K, Item, Input, Query>) {
  const { db, clock } = context;
  const { kind, get, save, list } = parts;
  const routes = describe(parts as never);
  const actorOf = (c: Parameters<typeof signedIn>[0]) => ({ administratorId: signedIn(c).id, now: clock.now() });

  const publicRoutes = parts.publicRoutes.openapi(routes.read, async (c) => {
    const viewer = c.get('administrator') ? 'administrators' : 'visitors';
    return c.json(await get(c.req.valid('param').id, viewer), 200);
  });

  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => {
      const page = await list.read(c.req.valid('query') as z.output<Query>);
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.create, async (c) => {
      const actor = actorOf(c);
      const idempotencyKey = idempotencyKeyOf(c, c.req.valid('header'), { kind: kind.name, now: actor.now });
      const made = await findReplayed(c, db, idempotencyKey);
      const input = c.req.valid('json') as z.output<Input>;
      return c.json(
        made ? await get(made, 'administrators') : await save({ id: null, input, idempotencyKey, actor }),
        201,
      );
    })
    .openapi(routes.update, async (c) => {
      const input = c.req.valid('json') as z.output<Input>;
      return c.json(await save({ ...c.req.valid('param'), input, actor: actorOf(c) }), 200);
    })
    .openapi(routes.remove, async (c) => {
      const { id } = c.req.valid('param');
      await transact(db, async (trx) => {
        await removeItem(trx, kind, id, actorOf(c));
        await parts.whenRemoved?.(trx, id);
      });
      return c.json({ message: kind.texts.deleted }, 200);
    })
    .openapi(routes.setImage, async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param'), actor: actorOf(c) };
      const item = await transact(db, async (trx) =>
        parts.present(trx, await setItemImage(trx, kind, context, change)),
      );
      return c.json(item, 200);
    });

  const revisions = revisionsApi({
    db,
    kind: kind.name,
    tags: routes.tags,
    entity: parts.entity,
    input: parts.input,
    find: (id) => get(id, 'administrators'),
    restore: ({ administratorId, ...what }) => save({ ...what, actor: { administratorId, now: clock.now() } }),
  });
  adminRoutes.route('/', revisions);

  const read = async (trx: Db, id: number) => parts.present(trx, await getItem(trx, kind, id));
  return { publicRoutes, adminRoutes, read };
}
