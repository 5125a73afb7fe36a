import { createRoute } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-query.schema.ts';
import type { IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { cancelIssue, pauseIssue, resendUnknown, resumeIssue, retryFailed } from './issue-control.server.ts';
import { IssueProgress, RecipientCounts, RecipientCountsQuery, SendAnswer, SendInput } from './issues.schema.ts';
import { getProgress, sendIssue } from './issues.server.ts';
import { getRecipientCounts } from './recipient-counts.server.ts';
import { undoSend } from './undo-send.server.ts';

const tags = ['Newsletter'];
const progress = { 200: answer(IssueProgress, 'How far the newsletter of this article is'), ...refusals };

const request = { params: IdParam, query: IssueQuery };

/** `id` is that of the article; its latest issue is meant, unless another one is named. */
const post = <Path extends string>(path: Path, summary: string) =>
  createRoute({ method: 'post', path, summary, tags, request, responses: progress });

const routes = {
  send: createRoute({
    method: 'post',
    path: '/send/{id}',
    summary: 'Send an article as a newsletter',
    tags,
    request: { params: IdParam, body: { ...jsonBody(SendInput).body, required: false } },
    responses: { 200: answer(SendAnswer, 'Queued'), ...refusals },
  }),
  recipients: createRoute({
    method: 'get',
    path: '/audience',
    summary: 'Count the recipients of a newsletter',
    tags,
    request: { query: RecipientCountsQuery },
    responses: { 200: answer(RecipientCounts, 'How many a newsletter would be sent to now'), ...refusals },
  }),
  progress: createRoute({
    method: 'get',
    path: '/issues/{id}',
    summary: 'Read how far a newsletter is',
    tags,
    request,
    responses: progress,
  }),
  pause: post('/issues/{id}/pause', 'Pause a newsletter'),
  resume: post('/issues/{id}/resume', 'Resume a newsletter'),
  cancel: post('/issues/{id}/cancel', 'Cancel a newsletter'),
  undo: post('/issues/{id}/undo', 'Undo a newsletter before its first mail'),
  retry: post('/issues/{id}/retry', 'Try failed deliveries again'),
  resend: post('/issues/{id}/resend-unknown', 'Send again what may not have arrived'),
};

/** For administrators: sending an article, and what may be done to it on its way. */
export function issuesApi(context: AppContext) {
  type Verb = (context: AppContext, wanted: IssueWanted & { administratorId: number }) => Promise<IssueProgress>;
  const changed = (verb: Verb, wanted: IssueWanted, { id }: { id: number }) =>
    verb(context, { ...wanted, administratorId: id });
  return createApiApp()
    .openapi(routes.send, async (c) => {
      const { holdSeconds } = c.req.valid('json');
      const input = { articleId: c.req.valid('param').id, administratorId: signedIn(c).id, holdSeconds };
      return c.json(await sendIssue(context, input), 200);
    })
    .openapi(routes.recipients, async (c) =>
      c.json(await getRecipientCounts(context, c.req.valid('query').articleId ?? null), 200),
    )
    .openapi(routes.progress, async (c) =>
      c.json(await getProgress(context.db, named(c.req.valid('param'), c.req.valid('query'))), 200),
    )
    .openapi(routes.pause, async (c) =>
      c.json(await changed(pauseIssue, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    )
    .openapi(routes.resume, async (c) =>
      c.json(await changed(resumeIssue, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    )
    .openapi(routes.cancel, async (c) =>
      c.json(await changed(cancelIssue, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    )
    .openapi(routes.undo, async (c) =>
      c.json(await changed(undoSend, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    )
    .openapi(routes.retry, async (c) =>
      c.json(await changed(retryFailed, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    )
    .openapi(routes.resend, async (c) =>
      c.json(await changed(resendUnknown, named(c.req.valid('param'), c.req.valid('query')), signedIn(c)), 200),
    );
}

function named({ id }: { id: number }, { issue }: { issue?: number | undefined }): IssueWanted {
  return { articleId: id, issueId: issue };
}
