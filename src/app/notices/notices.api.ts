import { listMissedSchedules } from '#features/articles/schedule/schedule-lists.server.ts';
import { readMailServerStatus } from '#features/newsletter/delivery/mail-server/mail-server-status.server.ts';
import { listIssuesInUndoWindow } from '#features/newsletter/issues/undo-send.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { AdminNotices } from './notices.schema.ts';

const route = routesOf('Newsletter');

const read = route('get', '/', 'Read what concerns all administrators', {
  200: returns(AdminNotices, 'What is waiting, and what will be sent automatically'),
});

/** Under /live/admin. */
export function noticesApi(context: AppContext) {
  const adminRoutes = createApiApp().openapi(read, async (c) => {
    const news = {
      delayed: await listIssuesInUndoWindow(context),
      mailServer: await readMailServerStatus(context),
      isIll: context.isUntold?.() ?? false,
      lateSchedules: await listMissedSchedules(context.db),
    };
    return c.json(news, 200);
  });
  return { adminRoutes };
}
