import type { AppContext } from '#platform/context.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { bouncesApi } from './bounces/bounces.api.ts';
import { mailViewsApi } from './content/mail-views.api.ts';
import { keptMailsApi } from './delivery/kept/kept-mails.api.ts';
import { mailServerApi } from './delivery/mail-server/mail-server.api.ts';
import { issuesApi } from './issues/issues.api.ts';
import { issueReportsApi } from './issues/reports/issue-reports.api.ts';
import { subscribersApi } from './subscribers/subscribers.api.ts';
import { subscribingApi } from './subscribers/subscribing/subscribing.api.ts';

/** The calls of every concept: `adminRoutes` behind the guard. */
export function newsletterApi(context: AppContext, exported: Exported) {
  const views = mailViewsApi(context);
  const publicRoutes = subscribingApi(context).route('/', bouncesApi(context)).route('/', views.publicRoutes);
  const adminRoutes = issuesApi(context)
    .route('/', issueReportsApi(context, exported))
    .route('/', views.adminRoutes)
    .route('/', keptMailsApi(context))
    .route('/', mailServerApi(context))
    .route('/subscribers', subscribersApi(context, exported));
  return { publicRoutes, adminRoutes };
}
