import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, listHeaders, routesOf } from '#platform/http/api.ts';
import { activitySchema } from './activity.schema.ts';
import { listActivity } from './activity.server.ts';
import { activityQuery } from './activity-query.schema.ts';

const route = routesOf('Activity');

/** Under /activity/admin. */
export function activityApi({ db }: AppContext, kinds: readonly Kind[]) {
  const list = route('get', '/', 'List what was done', {
    request: { query: activityQuery(kinds) },
    200: answer(z.array(activitySchema(kinds)), 'Who did what, newest first'),
  });
  const adminRoutes = createApiApp().openapi(list, async (c) => {
    const page = await listActivity(db, kinds, c.req.valid('query'));
    listHeaders(c, page);
    return c.json(page.items, 200);
  });
  return { adminRoutes };
}
