import type { AppContext } from '#platform/context.ts';
import { type BodyRule, smallBody } from '#platform/http/body-limit.ts';
import type { Exported } from '#platform/spreadsheets/table-export.ts';
import { archiveApi } from './archive/archive.api.ts';
import { bouncesApi } from './bounces/bounces.api.ts';
import { mailViewsApi } from './content/mail-views.api.ts';
import { issueDraftsApi } from './issues/drafts/issue-drafts.api.ts';
import { issuesApi } from './issues/issues.api.ts';
import { issueReportsApi } from './issues/reports/issue-reports.api.ts';
import { subscribersApi } from './subscribers/subscribers-admin.api.ts';
import { subscribingApi } from './subscribers/subscribing/subscribing.api.ts';

export const newsletterBodies: BodyRule[] = [
  // One-click unsubscription is posted as a form (RFC 8058).
  { path: /^\/newsletter\/unsubscribe$/, bytes: smallBody, isForm: true },
  {
    path: /^\/newsletter\/admin\/subscribers\/import$/,
    bytes: 20 * 1024 * 1024,
    message: 'The file must be less than 20 MB.',
    isStreamed: true,
    isForm: true,
  },
];

export function newsletterApi(context: AppContext, exported: Exported) {
  const views = mailViewsApi(context);
  const archive = archiveApi(context);
  const publicRoutes = subscribingApi(context)
    .route('/', bouncesApi(context))
    .route('/', views.publicRoutes)
    .route('/', archive.publicRoutes);
  const adminRoutes = issuesApi(context)
    .route('/', issueDraftsApi(context))
    .route('/', issueReportsApi(context, exported))
    .route('/', views.adminRoutes)
    .route('/', archive.adminRoutes)
    .route('/subscribers', subscribersApi(context, exported));
  return { publicRoutes, adminRoutes };
}
