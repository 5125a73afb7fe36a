import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { Activity } from './activity.schema.ts';
import { listActivity } from './activity.server.ts';

const list = routesOf('Activity')('get', '/', 'List what was done', {
  request: { query: ListQuery.omit({ search: true }) },
  200: returns(z.array(Activity), 'Who did what, newest first'),
});

/** Under /activity/admin. */
export function activityApi({ db }: AppContext, kinds: readonly Kind[]) {
  const adminRoutes = createApiApp().openapi(list, async (c) =>
    answerPage(c, await listActivity(db, kinds, c.req.valid('query'))),
  );
  return { adminRoutes };
}
