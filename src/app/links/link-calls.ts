import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, refusals } from '#platform/http/api.ts';
import { LinksAnswer, LinksInput } from './links.ts';
import { statesOfPaths } from './own-pages.ts';

const check = createRoute({
  method: 'post',
  path: '/check',
  summary: 'Ask whether visitors find what links of a text lead to',
  tags: ['Articles'],
  request: jsonBody(LinksInput),
  responses: { 200: answer(LinksAnswer, 'What is at each path, in their order'), ...refusals },
});

/** Under /links/admin. */
export function linksApi({ db }: AppContext) {
  const adminRoutes = createApiApp().openapi(check, async (c) => {
    const states = await statesOfPaths(db, c.req.valid('json').paths);
    return c.json({ states }, 200);
  });
  return { adminRoutes };
}
