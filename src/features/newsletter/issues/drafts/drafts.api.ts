import { createRoute } from '@hono/zod-openapi';
import { ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { SendAnswer, SendInput } from '../issues.schema.ts';
import { DraftVersion, IssueDraft, IssueDraftInput, NewIssueInput } from './drafts.schema.ts';
import { createDraft, deleteDraft, getDraft, saveDraft } from './drafts.server.ts';
import { scheduleDraft, sendDraft, stopIssue } from './sending.server.ts';

const tags = ['Newsletter'];
const params = { params: IdParam };
const draft = { 200: answer(IssueDraft, 'A digest or note that is not sent yet'), ...refusals };

/** `id` is that of the digest or note. */
const routes = {
  create: createRoute({
    method: 'post',
    path: '/issues',
    summary: 'Begin a digest or a note to all',
    tags,
    request: { ...jsonBody(NewIssueInput) },
    responses: { 201: answer(IssueDraft, 'The draft'), ...refusals },
  }),
  read: createRoute({
    method: 'get',
    path: '/issues/{id}/draft',
    summary: 'Read a digest or note that is not sent yet',
    tags,
    request: params,
    responses: draft,
  }),
  save: createRoute({
    method: 'put',
    path: '/issues/{id}/draft',
    summary: 'Save a digest or note',
    tags,
    request: { ...params, ...jsonBody(IssueDraftInput) },
    responses: draft,
  }),
  remove: createRoute({
    method: 'delete',
    path: '/issues/{id}/draft',
    summary: 'Delete a digest or note that is not sent yet',
    tags,
    request: params,
    responses: { 200: messageAnswer, ...refusals },
  }),
  send: createRoute({
    method: 'post',
    path: '/issues/{id}/send',
    summary: 'Send a digest or note; without a version, end the wait of one that can be undone',
    tags,
    request: { ...params, body: { ...jsonBody(SendInput.extend(DraftVersion.partial().shape)).body, required: false } },
    responses: { 200: answer(SendAnswer, 'Queued'), ...refusals },
  }),
  schedule: createRoute({
    method: 'put',
    path: '/issues/{id}/schedule',
    summary: 'Schedule a digest or note',
    tags,
    request: { ...params, ...jsonBody(ScheduleInput.extend(DraftVersion.shape)) },
    responses: draft,
  }),
  stop: createRoute({
    method: 'post',
    path: '/issues/{id}/stop',
    summary: 'Stop a digest or note, wherever it is on its way',
    tags,
    request: params,
    responses: { 200: messageAnswer, ...refusals },
  }),
};

/** For administrators. */
export function draftsApi(context: AppContext) {
  const actorOf = ({ id }: { id: number }): Actor => ({ administratorId: id, now: context.clock.now() });
  return createApiApp()
    .openapi(routes.create, async (c) =>
      c.json(await createDraft(context, c.req.valid('json').kind, actorOf(signedIn(c))), 201),
    )
    .openapi(routes.read, async (c) => c.json(await getDraft(context, c.req.valid('param').id), 200))
    .openapi(routes.save, async (c) => {
      const change = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(signedIn(c)) };
      return c.json(await saveDraft(context, change), 200);
    })
    .openapi(routes.remove, async (c) => {
      const message = await deleteDraft(context, c.req.valid('param').id, actorOf(signedIn(c)));
      return c.json({ message }, 200);
    })
    .openapi(routes.send, async (c) => {
      const send = { ...c.req.valid('param'), ...c.req.valid('json'), administratorId: signedIn(c).id };
      return c.json(await sendDraft(context, send), 200);
    })
    .openapi(routes.schedule, async (c) => {
      const { publishAt, version } = c.req.valid('json');
      const plan = { ...c.req.valid('param'), publishAt, version, actor: actorOf(signedIn(c)) };
      return c.json(await scheduleDraft(context, plan), 200);
    })
    .openapi(routes.stop, async (c) => {
      const message = await stopIssue(context, { ...c.req.valid('param'), actor: actorOf(signedIn(c)) });
      return c.json({ message }, 200);
    });
}
