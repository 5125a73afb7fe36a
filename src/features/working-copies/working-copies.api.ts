import { createRoute } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { getWorkingCopy, keepWorkingCopy, listWorkingCopies, removeWorkingCopy } from './working-copies.server.ts';
import {
  CopyParam,
  HeldQuery,
  KeptAt,
  RemovalQuery,
  WorkingCopyDetail,
  WorkingCopyList,
  workingCopyInput,
} from './working-copy.schema.ts';
import { workingCopyMessages } from './working-copy.ts';

const tags = ['Working copies'];
const byId = { params: CopyParam };

function describe(kinds: readonly Kind[]) {
  return {
    list: createRoute({
      method: 'get',
      path: '/',
      summary: 'List the texts that you have not saved',
      tags,
      request: { query: HeldQuery },
      responses: { 200: answer(WorkingCopyList, 'Your own, newest first; without their content'), ...refusals },
    }),
    read: createRoute({
      method: 'get',
      path: '/{id}',
      summary: 'Read a text that you have not saved',
      tags,
      request: byId,
      responses: { 200: answer(WorkingCopyDetail, 'What the form held'), ...refusals },
    }),
    keep: createRoute({
      method: 'put',
      path: '/{id}',
      summary: 'Keep a text that is not saved',
      tags,
      request: { ...byId, ...jsonBody(workingCopyInput(kinds)) },
      responses: { 200: answer(KeptAt, 'It is offered on each of your devices'), ...refusals },
    }),
    remove: createRoute({
      method: 'delete',
      path: '/{id}',
      summary: 'Remove a text that was saved or discarded',
      tags,
      request: { ...byId, query: RemovalQuery },
      responses: { 200: messageAnswer, ...refusals },
    }),
  };
}

/** Under /working-copies/admin. Nobody is answered somebody else's. */
export function workingCopiesApi({ db, clock }: AppContext, kinds: readonly Kind[]) {
  const routes = describe(kinds);
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) =>
      c.json(await listWorkingCopies(db, { administratorId: signedIn(c).id, ...c.req.valid('query') }), 200),
    )
    .openapi(routes.read, async (c) =>
      c.json(await getWorkingCopy(db, { administratorId: signedIn(c).id, ...c.req.valid('param') }), 200),
    )
    .openapi(routes.keep, async (c) => {
      const input = c.req.valid('json');
      const kind = kinds.find(({ name }) => name === input.kind) as Kind;
      const key = { administratorId: signedIn(c).id, ...c.req.valid('param') };
      return c.json({ at: await keepWorkingCopy(db, { ...key, kind, input, now: clock.now() }) }, 200);
    })
    .openapi(routes.remove, async (c) => {
      await removeWorkingCopy(db, {
        administratorId: signedIn(c).id,
        ...c.req.valid('param'),
        ...c.req.valid('query'),
        now: clock.now(),
      });
      return c.json({ message: workingCopyMessages.removed }, 200);
    });
  return { adminRoutes };
}
