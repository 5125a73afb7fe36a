import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, ListQuery, listHeaders, refusals } from '#platform/http/api.ts';
import { listPictures } from './library.server.ts';
import { LibraryPicture } from './library-picture.schema.ts';

const list = createRoute({
  method: 'get',
  path: '/',
  summary: 'List the stored pictures',
  tags: ['Uploads'],
  request: { query: ListQuery.omit({ search: true }) },
  responses: { 200: answer(z.array(LibraryPicture), 'Each picture once, the newest first'), ...refusals },
});

/** Under /pictures/admin. */
export function libraryApi({ db }: Pick<AppContext, 'db'>) {
  const adminRoutes = createApiApp().openapi(list, async (c) => {
    const page = await listPictures(db, c.req.valid('query'));
    listHeaders(c, page);
    return c.json(page.items, 200);
  });
  return { adminRoutes };
}
