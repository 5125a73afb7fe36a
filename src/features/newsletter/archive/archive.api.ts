import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { ArchivedIssue, ArchivedLink, ArchiveInput } from './archive.schema.ts';
import { getArchived, listArchived, setArchived } from './archive.server.ts';

const tags = ['Newsletter'];

const routes = {
  list: createRoute({
    method: 'get',
    path: '/archive',
    summary: 'List newsletters that went out',
    tags,
    responses: { 200: answer(z.array(ArchivedLink), 'All that have a page, newest first'), ...refusals },
  }),
  get: createRoute({
    method: 'get',
    path: '/archive/{id}',
    summary: 'Read a newsletter that went out',
    tags,
    request: { params: IdParam },
    responses: { 200: answer(ArchivedIssue, 'As it went out, without anything of a reader'), ...refusals },
  }),
  set: createRoute({
    method: 'put',
    path: '/archive/{id}',
    summary: 'Withdraw the page of a newsletter, or show it',
    tags,
    request: { params: IdParam, ...jsonBody(ArchiveInput) },
    responses: { 200: messageAnswer, ...refusals },
  }),
};

export function archiveApi(context: AppContext) {
  const publicRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listArchived(context.db), 200))
    .openapi(routes.get, async (c) => c.json(await getArchived(context.db, c.req.valid('param').id), 200));
  const adminRoutes = createApiApp().openapi(routes.set, async (c) => {
    const { isArchived } = c.req.valid('json');
    await setArchived(context, { id: c.req.valid('param').id, isArchived, administratorId: signedIn(c).id });
    return c.json({ message: isArchived ? 'Its page is back on the site.' : 'Its page is withdrawn.' }, 200);
  });
  return { publicRoutes, adminRoutes };
}
