import { createRoute, z } from '@hono/zod-openapi';
import { getArticle } from '#features/articles/articles.server.ts';
import { IssueQuery } from '#features/newsletter/content/issue-query.schema.ts';
import { getIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { auditOf } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, ListQuery, listHeaders, refusals, signedIn } from '#platform/http/api.ts';
import { type NoteRead, recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { answerTable, type Exported, tableAnswer } from '#platform/spreadsheets/answer-table.ts';
import { IssueDetail, IssueReport, Recipient } from './issue-reports.schema.ts';
import { createReports } from './issue-reports.server.ts';
import { exportRecipients, listRecipients } from './recipients.server.ts';
import { RecipientsExportQuery, RecipientsQuery } from './report-queries.schema.ts';

const tags = ['Newsletter'];

/** `id` is that of the article; its latest issue is meant, unless another one is named. */
const routes = {
  list: createRoute({
    method: 'get',
    path: '/issues',
    summary: 'List newsletters',
    tags,
    request: { query: ListQuery },
    responses: { 200: answer(z.array(IssueReport), 'The newsletters, newest first'), ...refusals },
  }),
  detail: createRoute({
    method: 'get',
    path: '/issues/{id}/report',
    summary: 'Read the report of a newsletter',
    tags,
    request: { params: IdParam, query: IssueQuery },
    responses: { 200: answer(IssueDetail, 'An article and its newsletter'), ...refusals },
  }),
  recipients: createRoute({
    method: 'get',
    path: '/issues/{id}/recipients',
    summary: 'List the recipients of a newsletter',
    tags,
    request: { params: IdParam, query: RecipientsQuery },
    responses: {
      200: answer(z.array(Recipient), 'Whose mails had this outcome'),
      ...refusals,
      ...recentPasswordRefusal,
    },
  }),
  exported: createRoute({
    method: 'get',
    path: '/issues/{id}/recipients.csv',
    summary: 'Export the recipients of a newsletter',
    tags,
    request: { params: IdParam, query: RecipientsExportQuery },
    responses: {
      200: tableAnswer,
      ...recentPasswordRefusal,
      ...refusals,
    },
  }),
};

/** For administrators: how the newsletters are going. */
export function issueReportsApi(context: AppContext, exported: Exported, noteRead: NoteRead) {
  const { db } = context;
  const reports = createReports(context);
  return createApiApp()
    .openapi(routes.list, async (c) => {
      const page = await reports.list(c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.detail, async (c) => {
      const wanted = { articleId: c.req.valid('param').id, issueId: c.req.valid('query').issue };
      const report = await reports.find(wanted);
      if (report?.articleId === null) {
        const { subject: title, counts } = report;
        return c.json({ articleId: null, title, isPublished: true, sent: counts.sent, report }, 200);
      }
      const { id, title, isPublished } = await getArticle(db, wanted.articleId);
      const sent = await reports.countSent(id);
      return c.json({ articleId: id, title, isPublished, sent, report }, 200);
    })
    .openapi(routes.recipients, async (c) => {
      const query = c.req.valid('query');
      const page = await listRecipients(db, { articleId: c.req.valid('param').id, issueId: query.issue }, query);
      await noteRead(
        c,
        page.items.map(({ subscriberId }) => `subscriber ${subscriberId}`),
      );
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.exported, async (c) => {
      requireRecentPassword(c, context.clock.now());
      const { issue: issueId, outcome, format } = c.req.valid('query');
      const issue = await getIssue(db, { articleId: c.req.valid('param').id, issueId });
      const by = { administratorId: signedIn(c).id, now: context.clock.now() };
      return answerTable(c, context, {
        by,
        entry: { ...auditOf(issue, 'export'), detail: { outcome } },
        exported,
        format,
        filename: `newsletter-${issue.id}-${outcome}`,
        rows: () => exportRecipients(db, issue, outcome),
      });
    });
}
