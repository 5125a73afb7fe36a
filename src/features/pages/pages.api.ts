/** Pages: visitors list and read the published ones; administrators find all, by title. */
import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { tooLarge } from '#features/articles/article-length.ts';
import { plainText } from '#features/articles/content/sanitise.server.ts';
import { addList, itemApi } from '#features/items/items.api.ts';
import { type ChosenQuery, listFew, listQueryOf, type States } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, type Listed, refusals } from '#platform/http/api.ts';
import { type BodyRule, largeBody } from '#platform/http/middleware.ts';
import { pageKind } from './page.kind.ts';
import { Page, PageInput, PageLink } from './page.schema.ts';
import { findPage, listPublished, presentPage, savePage } from './pages.server.ts';

/** With pasted pictures. */
export const pageBodies: BodyRule[] = [{ path: /^\/pages\/admin(\/|$)/, bytes: largeBody, message: tooLarge }];

const read = createRoute({
  method: 'get',
  path: '/{address}',
  summary: 'Read a page',
  tags: ['Pages'],
  request: {
    params: z.object({
      address: z.string().openapi({
        description: 'Its address, one that it had before, or its id',
        param: { name: 'address', in: 'path' },
      }),
    }),
  },
  responses: { 200: answer(Page, 'The page, with the address that it has now'), ...refusals },
});

const pageStates: States<typeof pageKind> = {
  published: sql`is_published = ${true}`,
  draft: sql`is_published = ${false}`,
};

export function pagesApi(context: AppContext) {
  const { db } = context;
  return itemApi(context, {
    kind: pageKind,
    entity: Page,
    input: PageInput,
    isAddressed: true,
    publicRoutes: addList(createApiApp(), pageKind, {
      of: 'published pages',
      description: 'What leads to the published pages, in their order',
      entry: PageLink,
      query: z.object({}),
      read: async () => {
        const items = await listPublished(db);
        return { items, total: items.length, nextCursor: null };
      },
    }).openapi(read, async (c) => {
      const viewer = c.get('administrator') ? 'administrators' : 'visitors';
      const row = await findPage(db, c.req.valid('param').address, viewer);
      return c.json(await presentPage(context, db, row, viewer), 200);
    }),
    list: {
      of: 'all pages',
      description: 'All pages, drafts too, by title',
      entry: Page,
      query: listQueryOf(pageKind),
      read: (query) => listPages(context, query),
    },
    states: () => pageStates,
    isShown: ({ isPublished }) => isPublished,
    present: (trx, row, viewer) => presentPage(context, trx, row, viewer),
    save: (save) => savePage(context, save),
  });
}

/** For administrators: by title unless another order is chosen. */
async function listPages(context: AppContext, query: ChosenQuery): Promise<Listed<Page>> {
  const { db } = context;
  const { rows, ...page } = await listFew(db, pageKind, {
    query: { ...query, sort: query.sort ?? 'title' },
    states: pageStates,
    textsOf: ({ title, address, content }) => [title, address, plainText(content)],
  });
  return { ...page, items: await Promise.all(rows.map((row) => presentPage(context, db, row, 'administrators'))) };
}
