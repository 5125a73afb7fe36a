import { createRoute, z } from '@hono/zod-openapi';
import { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, ListQuery, listHeaders, refusals } from '#platform/http/api.ts';
import { listPictures } from './list-pictures.ts';

const list = createRoute({
  method: 'get',
  path: '/',
  summary: 'List the stored pictures and where each is used',
  tags: ['Uploads'],
  request: {
    query: ListQuery.extend({
      state: z.literal('unused').optional().openapi({ description: 'Those that no item and no setting shows' }),
    }),
  },
  responses: { 200: answer(z.array(LibraryPicture), 'Each picture once, the newest first'), ...refusals },
});

/** Under /pictures/admin. */
export function picturesApi(context: AppContext) {
  const { db } = context;
  const adminRoutes = createApiApp().openapi(list, async (c) => {
    const page = await listPictures(db, c.req.valid('query'));
    listHeaders(c, page);
    return c.json(page.items, 200);
  });
  return { adminRoutes };
}
