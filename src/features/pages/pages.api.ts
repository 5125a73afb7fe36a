/** Pages: visitors list and read the published ones; administrators find all, by title. */
import { z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { tooLarge } from '#features/articles/article-size-limits.ts';
import { plainText } from '#features/articles/content/sanitise.server.ts';
import { addListRoute, inMemoryListRoute, itemApi, unpagedList } from '#features/items/items.api.ts';
import type { States } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp } from '#platform/http/api.ts';
import { type BodyRule, largeBody } from '#platform/http/body-limit.ts';
import { pageKind } from './page.kind.ts';
import { Page, PageInput, PageLink } from './page.schema.ts';
import { getPage, listPublishedPages, presentPage, savePage } from './pages.server.ts';

/** With pasted pictures. */
export const pageBodies: BodyRule[] = [{ path: /^\/pages\/admin(\/|$)/, bytes: largeBody, message: tooLarge }];

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
    address: {
      name: 'address',
      description: 'Its address, one that it had before, or its id',
      find: getPage,
    },
    publicRoutes: addListRoute(createApiApp(), pageKind, {
      of: 'published pages',
      description: 'What leads to the published pages, in their order',
      entry: PageLink,
      query: z.object({}),
      read: async () => unpagedList(await listPublishedPages(db)),
    }),
    list: inMemoryListRoute(db, pageKind, {
      of: 'all pages',
      description: 'All pages, drafts too, by title',
      entry: Page,
      states: () => pageStates,
      textsOf: ({ title, address, content }) => [title, address, plainText(content)],
      present: (rows) => Promise.all(rows.map((row) => presentPage(context, db, row, 'administrators'))),
    }),
    isShown: ({ isPublished }) => isPublished,
    present: (trx, row, viewer) => presentPage(context, trx, row, viewer),
    save: (save) => savePage(context, save),
  });
}
