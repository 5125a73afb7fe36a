import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { Glance } from './glance.schema.ts';
import { readGlance } from './read-glance.ts';

const route = routesOf('Activity');

const read = route('get', '/', 'Read the overview on the dashboard', {
  200: returns(Glance, 'What is next, what went wrong, and the first steps'),
});

/** Under /glance/admin. */
export function glanceApi(context: AppContext) {
  const adminRoutes = createApiApp().openapi(read, async (c) =>
    c.json(await readGlance(context, actorOf(c, context.clock)), 200),
  );
  return { adminRoutes };
}
