import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { getArticle } from '#features/articles/articles.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, ListQuery, listHeaders, refusals } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { IssueDetail, IssueReport, Missed } from './issue-reports.schema.ts';
import { createReports } from './issue-reports.server.ts';
import { listMissed } from './missed.server.ts';
import { MissedQuery } from './newsletter-queries.schema.ts';

const tags = ['Newsletter'];

const routes = {
  list: createRoute({
    method: 'get',
    path: '/issues',
    tags,
    request: { query: ListQuery },
    responses: { 200: answer(z.array(IssueReport), 'The newsletters, newest first'), ...refusals },
  }),
  detail: createRoute({
    method: 'get',
    path: '/issues/{id}/report',
    tags,
    request: { params: IdParam },
    responses: { 200: answer(IssueDetail, 'An article and its newsletter'), ...refusals },
  }),
  /** An issue has the id of its article. */
  events: createRoute({
    method: 'get',
    path: '/issues/{id}/events',
    tags,
    request: { params: IdParam },
    responses: {
      200: {
        description:
          'Server-sent events: `progress` with an IssueReport whenever it has changed, `end` when it is over or was watched for minutes; none when the session has ended',
        content: { 'text/event-stream': { schema: z.string() } },
      },
      ...refusals,
    },
  }),
  missed: createRoute({
    method: 'get',
    path: '/issues/{id}/missed',
    tags,
    request: { params: IdParam, query: MissedQuery },
    responses: { 200: answer(z.array(Missed), 'Who has not got it, and why'), ...refusals },
  }),
};

/** For administrators: how the newsletters are going. */
export function issueReportsApi(context: AppContext) {
  const { db } = context;
  const reports = createReports(context);
  return createApiApp()
    .openapi(routes.list, async (c) => {
      const page = await reports.list(c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.detail, async (c) => {
      const { id, title, isPublished } = await getArticle(db, c.req.valid('param').id, 'administrators');
      return c.json({ articleId: id, title, isPublished, report: await reports.find(id) }, 200);
    })
    .openapi(routes.events, async (c) => {
      const { id } = c.req.valid('param');
      // Refused with a status, while there is still one to choose.
      await reports.read(id);
      // Some proxies would hold back what comes in pieces.
      c.header('x-accel-buffering', 'no');
      return streamSSE(c, async (stream) => {
        const gone = new AbortController();
        stream.onAbort(() => gone.abort());
        for await (const report of reports.watch(id, gone.signal)) {
          if (!(await c.get('isStillSignedIn')())) return;
          if (report) await stream.writeSSE({ event: 'progress', data: JSON.stringify(report) });
          else await stream.write(': still here\n\n');
        }
        await stream.writeSSE({ event: 'end', data: '' });
      });
    })
    .openapi(routes.missed, async (c) => {
      const page = await listMissed(db, c.req.valid('param').id, c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    });
}
