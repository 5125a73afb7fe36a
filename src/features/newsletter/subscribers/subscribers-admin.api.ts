import { z } from '@hono/zod-openapi';
import { sweepOutboxFiles } from '#features/newsletter/content/outbox-files.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { answerPage } from '#platform/http/list-pages.ts';
import { fileBody, readFilePart } from '#platform/http/multipart-file.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { answerAuditedExport, type Exported, tableAnswer } from '#platform/spreadsheets/table-export.ts';
import { eraseSubscriber } from './erasing.server.ts';
import { importSubscribers } from './import/subscribers-import.server.ts';
import { addresses, subscriberMessages } from './subscriber.ts';
import { exportSubscribers, getSubscriber, listSubscribers } from './subscribers.server.ts';
import {
  ExportQuery,
  ImportQuery,
  ImportReport,
  NewSubscriber,
  PendingDecision,
  PendingSuppression,
  Subscriber,
  SubscriberDetail,
  SubscribersQuery,
} from './subscribers-admin.schema.ts';
import { addSubscriber, liftSuppression, unsubscribeForAdministrator } from './subscribers-admin.server.ts';
import { decidePendingSuppressions, listPendingSuppressions } from './suppressions.server.ts';

const route = routesOf('Newsletter');
const changes = {
  unsubscribe: { make: unsubscribeForAdministrator, message: subscriberMessages.removed },
  lift: { make: liftSuppression, message: subscriberMessages.lifted },
} as const;
const ChangeParam = IdParam.extend({
  change: z.enum(Object.keys(changes) as (keyof typeof changes)[]).openapi({ param: { name: 'change', in: 'path' } }),
});

const routes = {
  list: route('get', '/', 'List subscribers', {
    request: { query: SubscribersQuery },
    200: returns(z.array(Subscriber), 'Who is or was on the list, the latest first'),
  }),
  exported: route('get', '/export', 'Export subscribers', {
    request: { query: ExportQuery },
    200: tableAnswer,
    ...recentPassword,
  }),
  imported: route('post', '/import', 'Import subscribers', {
    request: {
      query: ImportQuery,
      ...fileBody('CSV with a line that names the columns, as spreadsheets and other newsletters write it'),
    },
    200: returns(ImportReport, 'What became of the lines'),
  }),
  pending: route('get', '/pending', 'List addresses to be decided on', {
    200: returns(z.array(PendingSuppression), 'Bounced addresses, too many to suppress without asking'),
  }),
  decide: route('post', '/pending', 'Decide on addresses that bounced', {
    request: jsonBody(PendingDecision),
    200: messageAnswer,
  }),
  get: route('get', '/{id}', 'Read a subscriber', {
    request: { params: IdParam },
    200: returns(SubscriberDetail, 'A subscriber, and what happened'),
  }),
  add: route('post', '/', 'Add a subscriber', {
    request: jsonBody(NewSubscriber),
    200: returns(z.object({ id: z.number().int(), message: z.string() }), 'Asked'),
  }),
  change: route('post', '/{id}/{change}', 'Unsubscribe someone, or lift a suppression', {
    request: { params: ChangeParam },
    200: messageAnswer,
  }),
  erase: route('delete', '/{id}', 'Erase a subscriber', { request: { params: IdParam }, 200: messageAnswer }),
};

export function subscribersApi(context: AppContext, exported: Exported) {
  const { db, clock } = context;
  return createApiApp()
    .openapi(routes.list, async (c) => answerPage(c, await listSubscribers(db, c.req.valid('query'))))
    .openapi(routes.exported, async (c) => {
      const { state, format } = c.req.valid('query');
      const by = actorOf(c, clock);
      return answerAuditedExport(c, context, {
        by,
        entry: { action: 'subscriber.export', entityId: null },
        exported,
        what: 'the list of subscribers',
        format,
        filename: `subscribers-${by.now.toISOString().slice(0, 10)}`,
        rows: () => exportSubscribers(db, state),
      });
    })
    .openapi(routes.imported, async (c) => {
      const file = readFilePart(c.req.raw, subscriberMessages.noFile);
      const { dryRun, take = [] } = c.req.valid('query');
      const choice = { isDryRun: dryRun === 'true', taken: [take].flat() };
      return c.json(await importSubscribers(context, { file, ...choice, administratorId: signedIn(c).id }), 200);
    })
    .openapi(routes.pending, async (c) => c.json(await listPendingSuppressions(db), 200))
    .openapi(routes.decide, async (c) => {
      const { verb } = c.req.valid('json');
      const count = await decidePendingSuppressions(db, { ...c.req.valid('json'), ...actorOf(c, clock) });
      const done = `${count === 1 ? 'is' : 'are'} ${verb === 'suppress' ? 'suppressed' : 'kept'}`;
      return c.json({ message: `${addresses(count)} ${done}.` }, 200);
    })
    .openapi(routes.get, async (c) => {
      return c.json(await getSubscriber(db, c.req.valid('param').id), 200);
    })
    .openapi(routes.add, async (c) => {
      const { email } = c.req.valid('json');
      const id = await addSubscriber(context, { email, administratorId: signedIn(c).id });
      return c.json({ id, message: subscriberMessages[context.config.smtpUrl ? 'added' : 'addedUnsent'] }, 200);
    })
    .openapi(routes.change, async (c) => {
      const { id, change } = c.req.valid('param');
      await changes[change].make(context, { id, administratorId: signedIn(c).id });
      return c.json({ message: changes[change].message }, 200);
    })
    .openapi(routes.erase, async (c) => {
      await eraseSubscriber(context, { id: c.req.valid('param').id, administratorId: signedIn(c).id });
      await sweepOutboxFiles(context);
      return c.json({ message: newsletterAnswers.erased }, 200);
    });
}
