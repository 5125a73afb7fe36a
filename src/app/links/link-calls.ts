import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, refusals } from '#platform/http/api.ts';
import { LinksAnswer, LinksInput } from './links.ts';
import { stateOfPath } from './own-pages.ts';

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
    const states: LinksAnswer['states'] = [];
    for (const path of c.req.valid('json').paths) states.push(await stateOfPath(db, path));
    return c.json({ states }, 200);
  });
  return { adminRoutes };
}
