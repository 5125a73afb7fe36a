import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { Article } from '../article.schema.ts';
import { ScheduleInput } from './schedule.schema.ts';
import { scheduleArticle, unscheduleArticle } from './scheduling.server.ts';

const tags = ['Articles'];
const byId = { params: IdParam };

const routes = {
  schedule: createRoute({
    method: 'put',
    path: '/{id}/schedule',
    summary: 'Schedule a draft',
    tags,
    request: { ...byId, ...jsonBody(ScheduleInput) },
    responses: { 200: answer(Article, 'The article'), ...refusals },
  }),
  unschedule: createRoute({
    method: 'delete',
    path: '/{id}/schedule',
    summary: 'Unschedule a draft',
    tags,
    request: byId,
    responses: { 200: messageAnswer, ...refusals },
  }),
};

/** For administrators. */
export function schedulesApi(context: AppContext) {
  const actorOf = (administratorId: number) => ({ administratorId, now: context.clock.now() });
  return createApiApp()
    .openapi(routes.schedule, async (c) => {
      const planned = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(signedIn(c).id) };
      return c.json(await scheduleArticle(context, planned), 200);
    })
    .openapi(routes.unschedule, async (c) => {
      const message = await unscheduleArticle(context, { ...c.req.valid('param'), actor: actorOf(signedIn(c).id) });
      return c.json({ message }, 200);
    });
}
