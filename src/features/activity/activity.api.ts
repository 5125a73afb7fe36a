import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, listHeaders, refusals } from '#platform/http/api.ts';
import { Activity } from './activity.schema.ts';
import { listActivity } from './activity.server.ts';
import { ActivityQuery } from './activity-query.schema.ts';

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Activity'],
  request: { query: ActivityQuery },
  responses: { 200: answer(z.array(Activity), 'Who did what, newest first'), ...refusals },
});

/** Under /activity/admin. */
export function activityApi({ db }: AppContext) {
  const adminRoutes = createApiApp().openapi(list, async (c) => {
    const page = await listActivity(db, c.req.valid('query'));
    listHeaders(c, page);
    return c.json(page.items, 200);
  });
  return { adminRoutes };
}
