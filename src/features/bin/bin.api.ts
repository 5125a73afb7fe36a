import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import { removeMarkedPictures } from '#features/uploads/removing-pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { actorOf, createApiApp, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { binEntrySchema } from './bin.schema.ts';
import { type Binned, type Clear, listBin, purgeItem, restoreFromBin } from './bin.server.ts';
import { binMessages } from './bin.ts';

const route = routesOf('Bin');

function describe(kinds: readonly Kind[]) {
  const named = z
    .enum(kinds.map(({ name }) => name))
    .transform((name) => kinds.find((kind) => kind.name === name) as Kind);
  const params = IdParam.extend({ kind: named.openapi({ param: { name: 'kind', in: 'path' } }) });
  const any = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds.map(({ noun }) => noun));
  return {
    list: route('get', '/', 'List what is in the bin', {
      request: { query: ListQuery.omit({ search: true }) },
      200: returns(z.array(binEntrySchema(kinds)), 'What was deleted, the latest first'),
    }),
    restore: route('post', '/{kind}/{id}', 'Bring an item back from the bin', {
      request: { params },
      200: returns(z.looseObject({ id: z.number().int() }), `The ${any}, exactly as it was`),
    }),
    purge: route('delete', '/{kind}/{id}', 'Delete an item permanently', { request: { params }, 200: messageAnswer }),
  };
}

type Parts = {
  kinds: readonly Kind[];
  /** An item as its own administrator routes answer it. */
  read: (trx: Db, kind: Kind, id: number) => Promise<{ id: number }>;
  clear: Clear;
  /** Called in the same transaction; answers how many people are told by email. */
  whenRestored: (trx: Db, item: Binned, now: Date) => Promise<number | void>;
};

export function binApi(context: AppContext, { kinds, read, clear, whenRestored }: Parts) {
  const routes = describe(kinds);
  const { db, clock, log } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => answerPage(c, await listBin(db, kinds, c.req.valid('query'))))
    .openapi(routes.restore, async (c) => {
      const { kind, id } = c.req.valid('param');
      const by = actorOf(c, clock);
      const restored = await transact(db, async (trx) => {
        await restoreFromBin(trx, { kind, id }, by);
        const told = await whenRestored(trx, { kind, id }, by.now);
        return { ...(await read(trx, kind, id)), ...(told && { told }) };
      });
      return c.json(restored, 200);
    })
    .openapi(routes.purge, async (c) => {
      await purgeItem(db, c.req.valid('param'), actorOf(c, clock), clear);
      try {
        await removeMarkedPictures(context);
        return c.json({ message: binMessages.purged }, 200);
      } catch (error) {
        // The item is deleted; the worker removes its pictures later.
        log.error('pictures could not be removed', { error });
        return c.json({ message: binMessages.picturesFollow }, 200);
      }
    });
  return { adminRoutes };
}
