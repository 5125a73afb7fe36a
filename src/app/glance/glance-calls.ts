import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, refusals, signedIn } from '#platform/http/api.ts';
import { Glance } from './glance.ts';
import { readGlance } from './read-glance.ts';

const read = createRoute({
  method: 'get',
  path: '/',
  summary: 'Read what the dashboard tells at a glance',
  tags: ['Activity'],
  responses: { 200: answer(Glance, 'What waits, what is next, and what went wrong'), ...refusals },
});

/** Under /glance/admin. */
export function glanceApi({ db, clock }: AppContext) {
  const adminRoutes = createApiApp().openapi(read, async (c) =>
    c.json(await readGlance(db, { administratorId: signedIn(c).id, now: clock.now() }), 200),
  );
  return { adminRoutes };
}
