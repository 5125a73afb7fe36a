import { z } from '@hono/zod-openapi';
import { getIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { issueAuditAction } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { answerAuditedExport, type Exported, tableAnswer } from '#platform/spreadsheets/table-export.ts';
import {
  ArticleNewsletter,
  IssueReport,
  Recipient,
  RecipientsExportQuery,
  RecipientsQuery,
} from './issue-reports.schema.ts';
import { getIssueReport, listIssueReports, readArticleNewsletter } from './issue-reports.server.ts';
import { exportRecipients, listRecipients } from './recipients.server.ts';

const route = routesOf('Newsletter');

/** `id` is the newsletter's, or that of an article. */
const routes = {
  list: route('get', '/issues', 'List newsletters', {
    request: { query: ListQuery.omit({ search: true }) },
    200: returns(z.array(IssueReport), 'The newsletters, newest first'),
  }),
  detail: route('get', '/issues/{id}', 'Read a newsletter', {
    request: { params: IdParam },
    200: returns(IssueReport, 'The newsletter, with its report'),
  }),
  ofArticle: route('get', '/articles/{id}/report', 'Read the report of the latest newsletter of an article', {
    request: { params: IdParam },
    200: returns(ArticleNewsletter, 'An article and its newsletter'),
  }),
  recipients: route('get', '/issues/{id}/recipients', 'List the recipients of a newsletter', {
    request: { params: IdParam, query: RecipientsQuery },
    200: returns(z.array(Recipient), 'Whose emails had this outcome'),
  }),
  exported: route('get', '/issues/{id}/recipients.csv', 'Export the recipients of a newsletter', {
    request: { params: IdParam, query: RecipientsExportQuery },
    200: tableAnswer,
    ...recentPassword,
  }),
};

export function issueReportsApi(context: AppContext, exported: Exported) {
  const { db } = context;
  return createApiApp()
    .openapi(routes.list, async (c) => answerPage(c, await listIssueReports(context, c.req.valid('query'))))
    .openapi(routes.detail, async (c) => c.json(await getIssueReport(context, c.req.valid('param').id), 200))
    .openapi(routes.ofArticle, async (c) => c.json(await readArticleNewsletter(context, c.req.valid('param').id), 200))
    .openapi(routes.recipients, async (c) =>
      answerPage(c, await listRecipients(db, c.req.valid('param').id, c.req.valid('query'))),
    )
    .openapi(routes.exported, async (c) => {
      const { outcome, format } = c.req.valid('query');
      const issue = await getIssue(db, c.req.valid('param').id);
      const by = actorOf(c, context.clock);
      return answerAuditedExport(c, context, {
        by,
        entry: { ...issueAuditAction(issue, 'export'), detail: { outcome } },
        exported,
        what: 'the recipients of a newsletter',
        format,
        filename: `newsletter-${issue.id}-${outcome}`,
        rows: () => exportRecipients(db, issue, outcome),
      });
    });
}
