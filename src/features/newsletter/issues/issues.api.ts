import { getRecipientCounts } from '#features/newsletter/delivery/queue/recipient-counts.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { cancelIssue, pauseIssue, resendUnconfirmed, resumeIssue, retryFailed } from './issue-control.server.ts';
import { RecipientCounts, RecipientCountsQuery, SendAnswer, SendInput } from './issues.schema.ts';
import { sendArticleNewsletter } from './sending.server.ts';
import { undoSending } from './undo-send.server.ts';

const route = routesOf('Newsletter');

const ofIssue = {
  description: 'The id of the newsletter, as in the list of newsletters',
  request: { params: IdParam },
  200: messageAnswer,
};

const routes = {
  send: route('post', '/send/{id}', 'Send an article as a newsletter', {
    request: { params: IdParam, body: { ...jsonBody(SendInput).body, required: false } },
    200: returns(SendAnswer, 'Queued'),
  }),
  recipients: route('get', '/audience', 'Count the recipients of a newsletter', {
    request: { query: RecipientCountsQuery },
    200: returns(RecipientCounts, 'How many a newsletter would be sent to now'),
  }),
};

const verbs = [
  ['pause', 'Pause a newsletter', pauseIssue],
  ['resume', 'Resume a newsletter', resumeIssue],
  ['cancel', 'Cancel a newsletter', cancelIssue],
  ['undo', 'Undo a newsletter before its first email', undoSending],
  ['retry', 'Try failed deliveries again', retryFailed],
  ['resend-unknown', 'Send emails that were not confirmed again', resendUnconfirmed],
] as const;

export function issuesApi(context: AppContext) {
  const app = createApiApp()
    .openapi(routes.send, async (c) => {
      const { holdSeconds: undoSeconds } = c.req.valid('json');
      const input = { articleId: c.req.valid('param').id, administratorId: signedIn(c).id, undoSeconds };
      return c.json(await sendArticleNewsletter(context, input), 200);
    })
    .openapi(routes.recipients, async (c) =>
      c.json(await getRecipientCounts(context, c.req.valid('query').articleId ?? null), 200),
    );
  for (const [verb, summary, change] of verbs)
    app.openapi(route('post', `/issues/{id}/${verb}`, summary, ofIssue), async (c) =>
      c.json({ message: await change(context, { ...c.req.valid('param'), administratorId: signedIn(c).id }) }, 200),
    );
  return app;
}
