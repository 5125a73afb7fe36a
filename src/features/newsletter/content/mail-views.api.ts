import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { NotFound } from '#platform/errors.ts';
import { actorOf, createApiApp, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { IdParam } from '#platform/http/schemas.ts';
import type { ReadMail } from '#platform/mail/read-own-mail.ts';
import { pluralise } from '#shared/text.ts';
import { IssueQuery } from './issue-id-query.schema.ts';
import { sendKeptConfirmations } from './kept-confirmations.server.ts';
import { framePolicy, isFrameUrlValid, signedFrameUrl, withLinksInNewTab, withPictures } from './mail-iframe.server.ts';
import { MailView, OutboxEntry } from './mail-views.schema.ts';
import { isMailShortened } from './newsletter-mail.ts';
import { listOutboxFiles, readOutboxFile } from './outbox-files.server.ts';
import { type Previewed, previewMail } from './rendering.server.ts';
import { sendTestMail } from './test-and-draft-emails.server.ts';

const route = routesOf('Newsletter');
const name = z
  .string()
  .max(200)
  .openapi({ param: { name: 'name', in: 'path' } });

const routes = {
  preview: route('get', '/preview/{id}', 'Preview the newsletter of an article', {
    request: { params: IdParam, query: IssueQuery },
    200: returns(MailView, 'The newsletter of an article, also of a draft; of an issue what went out'),
  }),
  test: route('post', '/test/{id}', 'Send yourself a test', {
    request: { params: IdParam, query: IssueQuery },
    200: messageAnswer,
  }),
  outbox: route('get', '/outbox', 'List the emails in the outbox', {
    request: { query: ListQuery },
    200: returns(z.array(OutboxEntry), 'Emails kept because no mail server is set, newest first'),
  }),
  confirmations: route('post', '/outbox/confirmations', 'Send the confirmations that waited for a mail server', {
    200: messageAnswer,
  }),
  kept: route('get', '/outbox/{name}', 'Read an email in the outbox', {
    request: { params: z.object({ name }) },
    200: returns(MailView, 'An email in the outbox'),
  }),
  frame: route('get', '/frame/{kind}/{name}', 'Show the HTML of an email', {
    request: {
      params: z.object({
        kind: z.enum(['newsletter', 'outbox']).openapi({ param: { name: 'kind', in: 'path' } }),
        name,
      }),
      query: z.object({ until: z.string().default(''), key: z.string().default('') }),
    },
    200: {
      description: 'The HTML of an email; the address is signed',
      content: { 'text/html': { schema: z.string() } },
    },
  }),
};

export function mailViewsApi(context: AppContext) {
  const { db, config, clock } = context;
  function preview(named: string, email: string) {
    const [articleId = 0, issueId] = named.split('.').map(Number);
    return previewMail(context, previewedBy(articleId, issueId), email);
  }

  const adminRoutes = createApiApp()
    .openapi(routes.preview, async (c) => {
      const { issue } = c.req.valid('query');
      const name = [c.req.valid('param').id, ...(issue === undefined ? [] : [issue])].join('.');
      const { email } = signedIn(c);
      const { subject, html, text } = await preview(name, email);
      const url = await signedFrameUrl(db, { kind: 'newsletter', name }, clock.now());
      return c.json(viewOf({ subject, to: email, date: null, html, text }, url), 200);
    })
    .openapi(routes.test, async (c) => {
      const previewed = previewedBy(c.req.valid('param').id, c.req.valid('query').issue);
      const to = await sendTestMail(context, previewed, signedIn(c));
      const message = config.smtpUrl ? `The test is sent to ${to}.` : 'The test is in the outbox.';
      return c.json({ message }, 200);
    })
    .openapi(routes.outbox, async (c) => answerPage(c, await listOutboxFiles(config, c.req.valid('query'))))
    .openapi(routes.confirmations, async (c) => {
      const count = await sendKeptConfirmations(context, actorOf(c, clock));
      return c.json({ message: `${pluralise(count, 'confirmation')} on the way.` }, 200);
    })
    .openapi(routes.kept, async (c) => {
      const kept = c.req.valid('param').name;
      const { pictures: _, ...mail } = await readOutboxFile(config, kept);
      const url = await signedFrameUrl(db, { kind: 'outbox', name: kept }, clock.now());
      return c.json(viewOf(mail, url), 200);
    });

  const publicRoutes = createApiApp().openapi(routes.frame, async (c) => {
    const framed = c.req.valid('param');
    if (!(await isFrameUrlValid(db, { ...framed, ...c.req.valid('query') }, clock.now())))
      throw new NotFound('Not found');
    const html =
      framed.kind === 'outbox'
        ? withPictures(await readOutboxFile(config, framed.name))
        : (await preview(framed.name, config.mailFrom.address)).html;
    const headers = { 'content-security-policy': framePolicy(config), 'x-frame-options': 'SAMEORIGIN' };
    return c.html(withLinksInNewTab(html), 200, headers);
  });
  return { adminRoutes, publicRoutes };
}

function previewedBy(articleId: number, issueId: number | undefined): Previewed {
  return issueId === undefined ? { articleId } : { issueId };
}

function viewOf({ html, ...mail }: Omit<ReadMail, 'pictures'>, frameUrl: string): MailView {
  return { ...mail, htmlBytes: Buffer.byteLength(html), isShortened: isMailShortened(mail), frameUrl };
}
