import { createRoute } from '@hono/zod-openapi';
import { findNextPlan, listLateSchedules } from '#features/articles/schedule/schedules.server.ts';
import { readMailServer } from '#features/newsletter/delivery/mail-server/mail-server.server.ts';
import { secondsUntil } from '#features/newsletter/issue.ts';
import { listDelayedIssues } from '#features/newsletter/issues/undo-send.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, refusals } from '#platform/http/api.ts';
import { LiveNews } from './live.ts';

const read = createRoute({
  method: 'get',
  path: '/',
  summary: 'Read what concerns all administrators',
  tags: ['Newsletter'],
  responses: { 200: answer(LiveNews, 'What waits, and what leaves or goes live by itself'), ...refusals },
});

/** Under /live/admin. */
export function liveApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp().openapi(read, async (c) => {
    const now = clock.now();
    const plan = await findNextPlan(db);
    const news = {
      delayed: await listDelayedIssues(context),
      mailServer: await readMailServer(context),
      isIll: context.isUntold?.() ?? false,
      lateSchedules: await listLateSchedules(db),
      nextPlan: plan ? { articleId: plan.articleId, secondsLeft: secondsUntil(plan.dueAt, now) } : null,
    };
    return c.json(news, 200);
  });
  return { adminRoutes };
}
