import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, refusals, signedIn } from '#platform/http/api.ts';
import { Glance } from './glance.ts';
import { readGlance } from './read-glance.ts';

const read = createRoute({
  method: 'get',
  path: '/',
  summary: 'Read what the dashboard begins with',
  tags: ['Activity'],
  responses: { 200: answer(Glance, 'What is next, what went wrong, and the first steps'), ...refusals },
});

/** Under /glance/admin. */
export function glanceApi(context: AppContext) {
  const adminRoutes = createApiApp().openapi(read, async (c) =>
    c.json(await readGlance(context, { administratorId: signedIn(c).id, now: context.clock.now() }), 200),
  );
  return { adminRoutes };
}
