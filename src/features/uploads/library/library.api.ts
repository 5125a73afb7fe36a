import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { listPictures } from './library.server.ts';
import { LibraryPicture } from './library-picture.schema.ts';

const route = routesOf('Uploads');

const list = route('get', '/', 'List the stored pictures', {
  request: { query: ListQuery.omit({ search: true }) },
  200: returns(z.array(LibraryPicture), 'Each picture once, the newest first'),
});

/** Under /pictures/admin. */
export function libraryApi({ db }: Pick<AppContext, 'db'>) {
  const adminRoutes = createApiApp().openapi(list, async (c) =>
    answerPage(c, await listPictures(db, c.req.valid('query'))),
  );
  return { adminRoutes };
}
