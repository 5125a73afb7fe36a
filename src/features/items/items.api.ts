/** The calls that every kind has: read, and for administrators list, create, update, delete and set the picture. */
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { parseRevisionAsInput, type Revised } from '#features/revisions/revisions.api.ts';
import { copyPictures } from '#features/uploads/copies/copying-pictures.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { type ApiEnv, actorOf, createApiApp, jsonBody, returns, routesOf } from '#platform/http/api.ts';
import { IdempotencyHeaders, idempotencyKeyOf } from '#platform/http/idempotency-header.ts';
import { answerPage, type Listed, ListQuery } from '#platform/http/list-pages.ts';
import { IdParam, ImageInput } from '#platform/http/schemas.ts';
import { findCreatedId } from '#platform/idempotency-keys.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { capitalised, withIndefiniteArticle } from '#shared/text.ts';
import { getItem, type ItemKind, moveItemToBin, type RowOf } from './items.server.ts';
import type { Kind } from './kind.ts';
import { type ChosenQuery, type Few, listInMemory, listQuerySchema, type States } from './listing.server.ts';
import { type Save, setItemImage } from './saving.server.ts';

type List<Entry, Query extends z.ZodObject> = {
  /** What the call lists, for its summary: 'events'. */
  of?: string;
  description: string;
  entry: z.ZodType<Entry>;
  path?: string;
  query?: Query;
  read: (query: z.output<Query>) => Promise<Listed<NoInfer<Entry>>>;
};

type Address<K extends ItemKind> = {
  /** The name of the path parameter. */
  name: string;
  description: string;
  /** @throws NotFound also for what the viewer may not read */
  find: (db: Db, named: string, viewer: Viewer) => Promise<RowOf<K>>;
};

type Parts<K extends ItemKind, Item extends z.ZodType, Input extends z.ZodType, Entry, Query extends z.ZodObject> = {
  kind: K;
  /** The item as the calls answer it. */
  entity: Item;
  /** The body that creates or updates it. */
  input: Input;
  /** The public calls of this kind; reading one item is added. */
  publicRoutes: OpenAPIHono<ApiEnv>;
  /** How visitors read an item that has an address besides its id. */
  address?: Address<K>;
  /** The list for administrators. */
  list: List<Entry, Query>;
  /** Visitors get 404 for an item that is not shown. */
  isShown?: (row: RowOf<K>) => boolean;
  present: (db: Db, row: RowOf<K>, viewer: Viewer) => Promise<z.output<Item>>;
  save: (save: Save<z.output<Input>>) => Promise<z.output<Item>>;
  /** Called when an item goes to the bin, in the same transaction; answers how many people are told by email. */
  whenRemoved?: (trx: Db, id: number) => Promise<number | void>;
};

/** Adds a call that answers a list, page by page. */
export function addListRoute<Entry, Query extends z.ZodObject = typeof ListQuery>(
  app: OpenAPIHono<ApiEnv>,
  kind: Kind,
  { of = kind.name, description, entry, path = '/', query, read }: List<Entry, Query>,
): OpenAPIHono<ApiEnv> {
  const route = routeOf(kind)('get', path, `List ${of}`, {
    request: { query: (query ?? ListQuery) as typeof ListQuery },
    200: returns(z.array(entry as z.ZodType), description),
  });
  return app.openapi(route, async (c) => answerPage(c, await read(c.req.valid('query') as unknown as z.output<Query>)));
}

/** A list without pages. */
export function unpagedList<Entry>(items: Entry[]): Listed<Entry> {
  return { items, total: items.length, nextCursor: null };
}

type FewList<K extends ItemKind, Entry> = Omit<List<Entry, z.ZodObject>, 'query' | 'read'> &
  Pick<Few<K>, 'textsOf' | 'isNewestFirst'> & {
    states: () => States<K>;
    present: (rows: RowOf<K>[]) => Promise<NoInfer<Entry>[]>;
  };

/** The list for administrators of a kind with few items. */
export function inMemoryListRoute<K extends ItemKind, Entry>(
  db: Db,
  kind: K,
  { states, textsOf, isNewestFirst = false, present, ...list }: FewList<K, Entry>,
) {
  const read = async (query: ChosenQuery) => {
    const { rows, ...page } = await listInMemory(db, kind, { query, states: states(), textsOf, isNewestFirst });
    return { ...page, items: await present(rows) };
  };
  return { ...list, query: listQuerySchema(kind), read };
}

function routeOf({ name }: Kind) {
  return routesOf(capitalised(name));
}

function itemRoutes(kind: Kind, entity: z.ZodType, input: z.ZodType) {
  const route = routeOf(kind);
  const one = returns(entity, `The ${kind.noun}`);
  const byId = { params: IdParam };
  const thing = withIndefiniteArticle(kind.noun);
  return {
    read: route('get', '/{id}', `Read ${thing}`, { request: byId, 200: one }),
    create: route('post', '/', `Create ${thing}`, {
      request: { headers: IdempotencyHeaders, ...jsonBody(input) },
      201: returns(entity, `The new ${kind.noun}`),
    }),
    update: route('put', '/{id}', `Save ${thing}`, {
      request: { ...byId, ...jsonBody(input) },
      200: one,
    }),
    remove: route('delete', '/{id}', `Move ${thing} to the bin`, {
      request: byId,
      200: returns(z.object({ message: z.string(), told: z.number().int().optional() }), 'How many people are told'),
    }),
    setImage: route('put', '/{id}/image', `Set the picture of ${thing}`, {
      request: { ...byId, ...jsonBody(ImageInput) },
      200: one,
    }),
  };
}

function addressedItemRoutes(
  kind: Kind,
  entity: z.ZodType,
  { name, description }: Pick<Address<ItemKind>, 'name' | 'description'>,
) {
  const params = z.object({ [name]: z.string().openapi({ description, param: { name, in: 'path' } }) });
  return routeOf(kind)('get', `/{${name}}`, `Read ${withIndefiniteArticle(kind.noun)}`, {
    request: { params },
    200: returns(entity, `The ${kind.noun}, with the address that it has now`),
  });
}

export function itemApi<
  K extends ItemKind,
  Item extends z.ZodType,
  Input extends z.ZodType,
  Entry,
  Query extends z.ZodObject = typeof ListQuery,
>(context: AppContext, parts: Parts<K, Item, Input, Entry, Query>) {
  const { db, clock } = context;
  const { kind, entity, input, present } = parts;
  // Other sites are asked before the transaction of the save.
  const save: typeof parts.save = async (asked) => {
    await copyPictures(context, asked.input);
    return parts.save(asked);
  };
  const routes = itemRoutes(kind, entity, input);

  const get = async (id: number, viewer: Viewer) => {
    const row = await getItem(db, kind, id);
    if (viewer === 'visitors' && parts.isShown?.(row) === false) throw new NotFound(kind.texts.notFound);
    return present(db, row, viewer);
  };

  const { publicRoutes, address } = parts;
  const viewerOf = (c: Context<ApiEnv>) => (c.get('administrator') ? 'administrators' : 'visitors');
  if (address)
    publicRoutes.openapi(addressedItemRoutes(kind, entity, address), async (c) => {
      const row = await address.find(db, c.req.param(address.name) ?? '', viewerOf(c));
      return c.json(await present(db, row, viewerOf(c)), 200);
    });
  else publicRoutes.openapi(routes.read, async (c) => c.json(await get(c.req.valid('param').id, viewerOf(c)), 200));

  const adminRoutes = addListRoute(createApiApp(), kind, parts.list)
    .openapi(routes.create, async (c) => {
      const actor = actorOf(c, clock);
      const idempotencyKey = idempotencyKeyOf(c, c.req.valid('header'), { kind: kind.name, now: actor.now });
      const made = idempotencyKey && (await findCreatedId(db, idempotencyKey));
      const sent = c.req.valid('json') as z.output<Input>;
      const create = () => save({ id: null, input: sent, idempotencyKey, actor });
      return c.json(made ? await get(made, 'administrators') : await create(), 201);
    })
    .openapi(routes.update, async (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json') as z.output<Input>;
      return c.json(await save({ id, input, actor: actorOf(c, clock) }), 200);
    })
    .openapi(routes.remove, async (c) => {
      const { id } = c.req.valid('param');
      const told = await transact(db, async (trx) => {
        await moveItemToBin(trx, kind, id, actorOf(c, clock));
        return (await parts.whenRemoved?.(trx, id)) || undefined;
      });
      return c.json({ message: `${capitalised(kind.noun)} deleted successfully`, told }, 200);
    })
    .openapi(routes.setImage, async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param'), actor: actorOf(c, clock) };
      await copyPictures(context, change);
      const set = async (trx: Db) => present(trx, await setItemImage(trx, kind, context, change), 'administrators');
      return c.json(await transact(db, set), 200);
    });

  const revised: Revised = {
    find: (id) => get(id, 'administrators'),
    restore: ({ administratorId, data, now, id, revisionId }) => {
      // A version from before focal points has none, whatever the picture has today.
      const version = { ...noFocalPoint, ...(parseRevisionAsInput(input, data) as object) } as z.output<Input>;
      return save({ id, revisionId, input: version, actor: { administratorId, now } }) as Promise<object>;
    },
  };
  const read = async (trx: Db, id: number) => present(trx, await getItem(trx, kind, id), 'administrators');
  return { publicRoutes, adminRoutes, read, revised };
}
