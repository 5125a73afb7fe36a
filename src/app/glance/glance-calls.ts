import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, routeBuilderOf, signedIn } from '#platform/http/api.ts';
import { Glance } from './glance-schema.ts';
import { readGlance } from './read-glance.ts';

const route = routeBuilderOf('Activity');

const read = route('get', '/', 'Read the overview on the dashboard', {
  200: answer(Glance, 'What is next, what went wrong, and the first steps'),
});

/** Under /glance/admin. */
export function glanceApi(context: AppContext) {
  const adminRoutes = createApiApp().openapi(read, async (c) =>
    c.json(await readGlance(context, { administratorId: signedIn(c).id, now: context.clock.now() }), 200),
  );
  return { adminRoutes };
}
