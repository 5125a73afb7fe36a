/** What the dashboard, its first steps and the notices above every screen show. */
import { listMissedSchedules } from '#features/articles/schedule/schedule-lists.server.ts';
import { readMailServerStatus } from '#features/newsletter/delivery/mail-server/mail-server-status.server.ts';
import { listIssuesInUndoWindow } from '#features/newsletter/issues/undo-send.server.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { removeUneditedDemo } from '../demo/remove-demo.ts';
import { AdminNotices, Glance } from './dashboard.schema.ts';
import { dismissFirstSteps } from './first-steps.ts';
import { readGlance } from './glance.ts';

const route = routesOf('Dashboard');
const done = { 200: messageAnswer };

const routes = {
  glance: route('get', '/', 'Read the overview on the dashboard', {
    200: returns(Glance, 'What is next, what went wrong, and the first steps'),
  }),
  dismiss: route('put', '/', 'Hide the first steps', done),
  removeDemo: route('delete', '/', 'Move unedited demo content to the bin', done),
  notices: route('get', '/', 'Read what concerns all administrators', {
    200: returns(AdminNotices, 'What is waiting, and what will be sent automatically'),
  }),
};

/** Under /dashboard/admin, /first-steps/admin and /notices/admin. */
export function dashboardApi(context: AppContext) {
  const { db, clock } = context;
  const dashboard = createApiApp().openapi(routes.glance, async (c) =>
    c.json(await readGlance(context, actorOf(c, clock)), 200),
  );
  const firstSteps = createApiApp()
    .openapi(routes.dismiss, async (c) => {
      await dismissFirstSteps(db, clock.now());
      return c.json({ message: 'The first steps are hidden.' }, 200);
    })
    .openapi(routes.removeDemo, async (c) => {
      await removeUneditedDemo(context, actorOf(c, clock));
      return c.json({ message: 'The demo content is in the bin.' }, 200);
    });
  const notices = createApiApp().openapi(routes.notices, async (c) => {
    const news = {
      delayed: await listIssuesInUndoWindow(context),
      mailServer: await readMailServerStatus(context),
      isIll: context.isUntold?.() ?? false,
      lateSchedules: await listMissedSchedules(db),
    };
    return c.json(news, 200);
  });
  return { dashboard, firstSteps, notices };
}
