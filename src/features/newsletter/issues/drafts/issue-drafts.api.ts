import { copyPictures } from '#features/uploads/copies/copying-pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { SendAnswer } from '../issues.schema.ts';
import { sendNow } from '../undo-send.server.ts';
import {
  IssueDraft,
  IssueDraftInput,
  IssueScheduleInput,
  NewIssueInput,
  SendIssueInput,
} from './issue-draft.schema.ts';
import { createIssueDraft, deleteIssueDraft, getIssueDraft, saveIssueDraft } from './issue-drafts.server.ts';
import { scheduleIssueDraft, sendIssueDraft, stopIssue } from './sending-issue-drafts.server.ts';

const route = routesOf('Newsletter');
const params = { params: IdParam };
const draft = { 200: returns(IssueDraft, 'A digest or note that is not sent yet') };

/** `id` is that of the digest or note. */
const routes = {
  create: route('post', '/issues', 'Begin a digest or a note to all', {
    request: jsonBody(NewIssueInput),
    201: returns(IssueDraft, 'The draft'),
  }),
  read: route('get', '/issues/{id}/draft', 'Read a digest or note that is not sent yet', { request: params, ...draft }),
  save: route('put', '/issues/{id}/draft', 'Save a digest or note', {
    request: { ...params, ...jsonBody(IssueDraftInput) },
    ...draft,
  }),
  remove: route('delete', '/issues/{id}/draft', 'Delete a digest or note that is not sent yet', {
    request: params,
    200: messageAnswer,
  }),
  send: route('post', '/issues/{id}/send', 'Send a digest or note, or end the undo window of a newsletter', {
    request: { ...params, body: { ...jsonBody(SendIssueInput).body, required: false } },
    200: returns(SendAnswer, 'Queued'),
  }),
  schedule: route('put', '/issues/{id}/schedule', 'Schedule a digest or note', {
    request: { ...params, ...jsonBody(IssueScheduleInput) },
    ...draft,
  }),
};

/** The second is what 0.3.0 called it; it goes with 0.5.0. */
const stopAddresses = [
  ['delete', '/issues/{id}/schedule'],
  ['post', '/issues/{id}/stop'],
] as const;

export function issueDraftsApi(context: AppContext) {
  const app = createApiApp()
    .openapi(routes.create, async (c) =>
      c.json(await createIssueDraft(context, c.req.valid('json').kind, actorOf(c, context.clock)), 201),
    )
    .openapi(routes.read, async (c) => c.json(await getIssueDraft(context, c.req.valid('param').id), 200))
    .openapi(routes.save, async (c) => {
      const change = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(c, context.clock) };
      await copyPictures(context, change);
      return c.json(await saveIssueDraft(context, change), 200);
    })
    .openapi(routes.remove, async (c) => {
      const message = await deleteIssueDraft(context, c.req.valid('param').id, actorOf(c, context.clock));
      return c.json({ message }, 200);
    })
    .openapi(routes.send, async (c) => {
      const { holdSeconds: undoSeconds, version, sendAfter } = c.req.valid('json');
      const send = { ...c.req.valid('param'), administratorId: signedIn(c).id };
      const answer =
        version === undefined
          ? await sendNow(context, { ...send, sendAfter })
          : await sendIssueDraft(context, { ...send, undoSeconds, version });
      return c.json(answer, 200);
    })
    .openapi(routes.schedule, async (c) => {
      const { publishAt, version } = c.req.valid('json');
      const scheduling = { ...c.req.valid('param'), publishAt, version, actor: actorOf(c, context.clock) };
      return c.json(await scheduleIssueDraft(context, scheduling), 200);
    });
  const stop = { request: params, 200: messageAnswer };
  for (const [method, path] of stopAddresses)
    app.openapi(route(method, path, 'Stop a digest or note at any point', stop), async (c) => {
      const message = await stopIssue(context, { ...c.req.valid('param'), actor: actorOf(c, context.clock) });
      return c.json({ message }, 200);
    });
  return app;
}
