import { z } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-id-query.schema.ts';
import { getIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { issueAuditAction } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import type { AppContext } from '#platform/context.ts';
import { NotFound } from '#platform/errors.ts';
import { actorOf, createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { ListQuery, setListHeaders } from '#platform/http/list-pages.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { answerAuditedExport, type Exported, tableAnswer } from '#platform/spreadsheets/table-export.ts';
import { IssueDetail, IssueReport, Recipient, RecipientsExportQuery, RecipientsQuery } from './issue-reports.schema.ts';
import { countSentToSubscribers, findIssueReport, listIssueReports } from './issue-reports.server.ts';
import { exportRecipients, listRecipients } from './recipients.server.ts';

const route = routesOf('Newsletter');

/** `id` is the article's. Its latest issue is meant unless another is named. */
const routes = {
  list: route('get', '/issues', 'List newsletters', {
    request: { query: ListQuery.omit({ search: true }) },
    200: returns(z.array(IssueReport), 'The newsletters, newest first'),
  }),
  detail: route('get', '/issues/{id}/report', 'Read the report of a newsletter', {
    request: { params: IdParam, query: IssueQuery },
    200: returns(IssueDetail, 'An article and its newsletter'),
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
    .openapi(routes.list, async (c) => {
      const page = await listIssueReports(context, c.req.valid('query'));
      setListHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.detail, async (c) => {
      const wanted = { articleId: c.req.valid('param').id, issueId: c.req.valid('query').issue };
      const report = await findIssueReport(context, wanted);
      if (report?.articleId === null) {
        const { subject: title, counts } = report;
        return c.json({ articleId: null, title, isPublished: true, sent: counts.sent, report }, 200);
      }
      const articles = db.selectFrom('articles').select(['id', 'title', 'isPublished']);
      const article = await articles
        .where('id', '=', wanted.articleId)
        // What was sent is shown also while its article is in the bin.
        .$if(report === null, (query) => query.where('deletedAt', 'is', null))
        .executeTakeFirst();
      if (!article) throw new NotFound('There is no such newsletter');
      const { id, title, isPublished } = article;
      return c.json({ articleId: id, title, isPublished, sent: await countSentToSubscribers(db, id), report }, 200);
    })
    .openapi(routes.recipients, async (c) => {
      const query = c.req.valid('query');
      const page = await listRecipients(db, { articleId: c.req.valid('param').id, issueId: query.issue }, query);
      setListHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.exported, async (c) => {
      const { issue: issueId, outcome, format } = c.req.valid('query');
      const issue = await getIssue(db, { articleId: c.req.valid('param').id, issueId });
      const by = actorOf(c, context.clock);
      return answerAuditedExport(c, context, {
        by,
        entry: { ...issueAuditAction(issue, 'export'), detail: { outcome } },
        exported,
        format,
        filename: `newsletter-${issue.id}-${outcome}`,
        rows: () => exportRecipients(db, issue, outcome),
      });
    });
}
