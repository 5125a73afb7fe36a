import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { purgeDemo, removeDemo, restoreDemo } from '../demo/demo-content.ts';
import { FirstHourInput } from './first-hour.ts';
import { dismissFirstHour } from './steps.ts';

const tags = ['First steps'];
const done = { 200: messageAnswer, ...refusals };

const routes = {
  dismiss: createRoute({
    method: 'put',
    path: '/',
    summary: 'Hide the first steps, or show them again',
    tags,
    request: jsonBody(FirstHourInput),
    responses: done,
  }),
  remove: createRoute({
    method: 'post',
    path: '/demo/remove',
    summary: 'Move the demo content that nobody has edited to the bin',
    tags,
    responses: done,
  }),
  restore: createRoute({
    method: 'post',
    path: '/demo/restore',
    summary: 'Take the demo content back from the bin',
    tags,
    responses: done,
  }),
  purge: createRoute({
    method: 'post',
    path: '/demo/purge',
    summary: 'Delete the demo content in the bin for good',
    tags,
    responses: done,
  }),
};

/** Under /first-hour/admin. */
export function firstHourApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.dismiss, async (c) => {
      const { isDismissed } = c.req.valid('json');
      await dismissFirstHour(db, isDismissed, clock.now());
      return c.json(
        { message: isDismissed ? 'Hidden. They come back from Settings.' : 'Shown on the dashboard.' },
        200,
      );
    })
    .openapi(routes.remove, async (c) => {
      await removeDemo(db, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'The demo content is in the bin. There you can take all of it back.' }, 200);
    })
    .openapi(routes.restore, async (c) => {
      await restoreDemo(db, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'The demo content is back.' }, 200);
    })
    .openapi(routes.purge, async (c) => {
      await purgeDemo(context, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'The demo content is gone.' }, 200);
    });
  return { adminRoutes };
}
