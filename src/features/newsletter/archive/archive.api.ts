import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { ArchivedIssue, ArchivedLink, ArchiveInput } from './archive.schema.ts';
import { getArchivedIssue, listArchivedIssues, setArchived } from './archive.server.ts';

const route = routesOf('Newsletter');

const routes = {
  list: route('get', '/archive', 'List newsletters that went out', {
    200: returns(z.array(ArchivedLink), 'All that have a page, newest first'),
  }),
  get: route('get', '/archive/{id}', 'Read a newsletter that went out', {
    request: { params: IdParam },
    200: returns(ArchivedIssue, 'As it was sent, without any data of a subscriber'),
  }),
  set: route('put', '/archive/{id}', 'Withdraw the page of a newsletter, or show it', {
    request: { params: IdParam, ...jsonBody(ArchiveInput) },
    200: messageAnswer,
  }),
};

export function archiveApi(context: AppContext) {
  const publicRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listArchivedIssues(context.db), 200))
    .openapi(routes.get, async (c) => c.json(await getArchivedIssue(context.db, c.req.valid('param').id), 200));
  const adminRoutes = createApiApp().openapi(routes.set, async (c) => {
    const { isArchived } = c.req.valid('json');
    await setArchived(context, { id: c.req.valid('param').id, isArchived, administratorId: signedIn(c).id });
    return c.json({ message: isArchived ? 'Its page is back on the site.' : 'Its page is withdrawn.' }, 200);
  });
  return { publicRoutes, adminRoutes };
}
