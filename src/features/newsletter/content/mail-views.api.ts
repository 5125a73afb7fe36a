import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { NotFound } from '#platform/errors.ts';
import { answer, createApiApp, ListQuery, listHeaders, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { IssueQuery } from './issue-query.schema.ts';
import { type Framed, framePage, framePolicy, frameUrl, isFrameOpen } from './mail-frames.server.ts';
import { MailView, OutboxEntry } from './mail-views.schema.ts';
import { listOutboxFiles, readOutboxFile } from './outbox-files.server.ts';
import { previewIssue, previewNewsletter } from './preview/preview.server.ts';
import { sendTest } from './preview/test-email.server.ts';

const tags = ['Newsletter'];
const name = z
  .string()
  .max(200)
  .openapi({ param: { name: 'name', in: 'path' } });

const routes = {
  preview: createRoute({
    method: 'get',
    path: '/preview/{id}',
    summary: 'Preview the newsletter of an article',
    tags,
    request: { params: IdParam, query: IssueQuery },
    responses: {
      200: answer(MailView, 'The newsletter of an article, also of a draft; of an issue what went out'),
      ...refusals,
    },
  }),
  test: createRoute({
    method: 'post',
    path: '/test/{id}',
    summary: 'Send yourself a test',
    tags,
    request: { params: IdParam, query: IssueQuery },
    responses: { 200: messageAnswer, ...refusals },
  }),
  outbox: createRoute({
    method: 'get',
    path: '/outbox',
    summary: 'List the mails in the outbox',
    tags,
    request: { query: ListQuery },
    responses: {
      200: answer(z.array(OutboxEntry), 'Mails kept because no mail server is set, newest first'),
      ...refusals,
    },
  }),
  kept: createRoute({
    method: 'get',
    path: '/outbox/{name}',
    summary: 'Read a mail in the outbox',
    tags,
    request: { params: z.object({ name }) },
    responses: { 200: answer(MailView, 'A mail in the outbox'), ...refusals },
  }),
  frame: createRoute({
    method: 'get',
    path: '/frame/{kind}/{name}',
    summary: 'Show the HTML of a mail',
    tags,
    request: {
      params: z.object({
        kind: z.enum(['article', 'issue', 'outbox']).openapi({ param: { name: 'kind', in: 'path' } }),
        name,
      }),
      query: z.object({ until: z.string().default(''), key: z.string().default('') }),
    },
    responses: {
      200: {
        description: 'The HTML of a mail; the address is signed',
        content: { 'text/html': { schema: z.string() } },
      },
      404: refusals[404],
    },
  }),
};

/** Mails to be looked at by administrators; `open` holds only the frames, whose addresses are signed. */
export function mailViewsApi(context: AppContext) {
  const { db, config, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.preview, async (c) => {
      const { id } = c.req.valid('param');
      const { email } = signedIn(c);
      const { issue } = c.req.valid('query');
      const { subject, html, text } =
        issue === undefined
          ? await previewNewsletter(context, id, email)
          : await previewIssue(context, { articleId: id, issueId: issue }, email);
      const framed =
        issue === undefined ? { kind: 'article', name: String(id) } : { kind: 'issue', name: `${id}.${issue}` };
      const url = await frameUrl(db, framed as Framed, clock.now());
      return c.json({ subject, to: email, date: null, text, htmlBytes: Buffer.byteLength(html), frameUrl: url }, 200);
    })
    .openapi(routes.test, async (c) => {
      const wanted = { articleId: c.req.valid('param').id, issueId: c.req.valid('query').issue };
      const to = await sendTest(context, { ...wanted, administrator: signedIn(c) });
      const message = config.smtpUrl ? `The test is sent to ${to}.` : 'The test is in the outbox.';
      return c.json({ message }, 200);
    })
    .openapi(routes.outbox, async (c) => {
      const page = await listOutboxFiles(config, c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.kept, async (c) => {
      const kept = c.req.valid('param').name;
      const { subject, to, date, text, html } = await readOutboxFile(config, kept);
      const url = await frameUrl(db, { kind: 'outbox', name: kept }, clock.now());
      return c.json({ subject, to, date, text, htmlBytes: Buffer.byteLength(html), frameUrl: url }, 200);
    });

  function htmlOf({ kind, name: of }: Framed): Promise<{ html: string }> {
    const { address } = config.mailFrom;
    if (kind === 'outbox') return readOutboxFile(config, of);
    const [articleId = 0, issueId = 0] = of.split('.').map(Number);
    return kind === 'article'
      ? previewNewsletter(context, articleId, address)
      : previewIssue(context, { articleId, issueId }, address);
  }

  const publicRoutes = createApiApp().openapi(routes.frame, async (c) => {
    const framed = c.req.valid('param');
    if (!(await isFrameOpen(db, { ...framed, ...c.req.valid('query') }, clock.now()))) throw new NotFound('Not found');
    const { html } = await htmlOf(framed);
    const headers = { 'content-security-policy': framePolicy, 'x-frame-options': 'SAMEORIGIN' };
    return c.html(framePage(html), 200, headers);
  });
  return { adminRoutes, publicRoutes };
}
