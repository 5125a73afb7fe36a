import { createRoute } from '@hono/zod-openapi';
import { sweepKeptFiles } from '#features/newsletter/content/kept-files.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { countOf } from '#shared/text.ts';
import { KeptMails } from './kept-mails.schema.ts';
import { countKept, discardKept, sendKept } from './kept-mails.server.ts';

const tags = ['Newsletter'];

const routes = {
  count: createRoute({
    method: 'get',
    path: '/kept',
    summary: 'Count kept mails',
    tags,
    responses: { 200: answer(KeptMails, 'Mails that wait since no mail server was set'), ...refusals },
  }),
  send: createRoute({
    method: 'post',
    path: '/kept/send',
    summary: 'Send kept mails',
    tags,
    responses: { 200: messageAnswer, ...refusals },
  }),
  discard: createRoute({
    method: 'post',
    path: '/kept/discard',
    summary: 'Discard kept mails',
    tags,
    responses: { 200: messageAnswer, ...refusals },
  }),
};

/** For administrators: what was kept for want of a mail server. */
export function keptMailsApi(context: AppContext) {
  const told = async (count: number, done: string) => {
    await sweepKeptFiles(context);
    return count === 0 ? 'Nothing is waiting any more.' : `${countOf(count, 'e-mail')} ${done}.`;
  };
  return createApiApp()
    .openapi(routes.count, async (c) => c.json(await countKept(context), 200))
    .openapi(routes.send, async (c) => {
      const count = await sendKept(context, signedIn(c).id);
      return c.json({ message: await told(count, count === 1 ? 'is on its way' : 'are on their way') }, 200);
    })
    .openapi(routes.discard, async (c) => {
      const count = await discardKept(context, signedIn(c).id);
      return c.json({ message: await told(count, count === 1 ? 'is discarded' : 'are discarded') }, 200);
    });
}
