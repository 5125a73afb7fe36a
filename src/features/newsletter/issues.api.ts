import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { getAudience } from './audience.server.ts';
import { cancelIssue, pauseIssue, resumeIssue, retryFailed } from './issue-control.server.ts';
import { getProgress, sendIssue } from './issues.server.ts';
import { Audience, AudienceQuery, IssueProgress, SendAnswer } from './newsletter.schema.ts';

const tags = ['Newsletter'];
const progress = { 200: answer(IssueProgress, 'How far the newsletter of this article is'), ...refusals };

/** An issue has the id of its article. */
const post = <Path extends string>(path: Path) =>
  createRoute({ method: 'post', path, tags, request: { params: IdParam }, responses: progress });

const routes = {
  send: createRoute({
    method: 'post',
    path: '/send/{id}',
    tags,
    request: { params: IdParam },
    responses: { 200: answer(SendAnswer, 'Queued'), ...refusals },
  }),
  audience: createRoute({
    method: 'get',
    path: '/audience',
    tags,
    request: { query: AudienceQuery },
    responses: { 200: answer(Audience, 'How many a newsletter would be sent to now'), ...refusals },
  }),
  progress: createRoute({
    method: 'get',
    path: '/issues/{id}',
    tags,
    request: { params: IdParam },
    responses: progress,
  }),
  pause: post('/issues/{id}/pause'),
  resume: post('/issues/{id}/resume'),
  cancel: post('/issues/{id}/cancel'),
  retry: post('/issues/{id}/retry'),
};

/** For administrators: sending an article, and what may be done to it on its way. */
export function issuesApi(context: AppContext) {
  const changed = async (verb: typeof pauseIssue, articleId: number, administratorId: number) => {
    await verb(context, { articleId, administratorId });
    return getProgress(context.db, articleId);
  };
  return createApiApp()
    .openapi(routes.send, async (c) => {
      const input = { articleId: c.req.valid('param').id, administratorId: signedIn(c).id };
      return c.json(await sendIssue(context, input), 200);
    })
    .openapi(routes.audience, async (c) =>
      c.json(await getAudience(context.db, c.req.valid('query').articleId ?? null), 200),
    )
    .openapi(routes.progress, async (c) => c.json(await getProgress(context.db, c.req.valid('param').id), 200))
    .openapi(routes.pause, async (c) => c.json(await changed(pauseIssue, c.req.valid('param').id, signedIn(c).id), 200))
    .openapi(routes.resume, async (c) =>
      c.json(await changed(resumeIssue, c.req.valid('param').id, signedIn(c).id), 200),
    )
    .openapi(routes.cancel, async (c) =>
      c.json(await changed(cancelIssue, c.req.valid('param').id, signedIn(c).id), 200),
    )
    .openapi(routes.retry, async (c) =>
      c.json(await changed(retryFailed, c.req.valid('param').id, signedIn(c).id), 200),
    );
}
