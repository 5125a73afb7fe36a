/** The versions of every kind and of the settings, whose id is 0. */
import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { createApiApp, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { answerPage, ListQuery } from '#platform/http/list-pages.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { Revision, RevisionDetail } from './revision.schema.ts';
import { type RevisionData, revisionMessages } from './revision.ts';
import { getRevision, listRevisions } from './revisions.server.ts';

type Restore = {
  id: number;
  data: RevisionData;
  administratorId: number;
  revisionId: number;
  now: Date;
  /** For a restore that needs a recent password. */
  requirePassword: () => void;
};

/** How a kind reads and restores its versions. */
export type Revised = {
  /** @throws NotFound when the item is deleted or in the bin */
  find: (id: number) => Promise<unknown>;
  /** Saves the version like any other save; answers the item. */
  restore: (restore: Restore) => Promise<object>;
};

/** The data of a version as its form's input. @throws Invalid */
export function parseRevisionAsInput<Input extends z.ZodType>(input: Input, data: RevisionData): z.output<Input> {
  const parsed = input.safeParse(data);
  if (!parsed.success) throw new Invalid(revisionMessages.unusable);
  return parsed.data;
}

const route = routesOf('Versions');

function describe(kinds: string[]) {
  const params = z.object({
    kind: z.enum(kinds).openapi({ param: { name: 'kind', in: 'path' } }),
    id: z.coerce
      .number()
      .int()
      .min(0)
      .openapi({ type: 'integer', description: '0 for the settings', param: { name: 'id', in: 'path' } }),
  });
  const one = params.extend({
    revisionId: IdParam.shape.id.openapi({ type: 'integer', minimum: 1, param: { name: 'revisionId', in: 'path' } }),
  });
  return {
    list: route('get', '/{id}/revisions', 'List the versions of an item, or of the settings', {
      request: { params, query: ListQuery.omit({ search: true }) },
      200: returns(z.array(Revision), 'What was saved, newest first'),
    }),
    read: route('get', '/{id}/revisions/{revisionId}', 'Read a version', {
      request: { params: one },
      200: returns(RevisionDetail, 'One save'),
    }),
    restore: route('post', '/{id}/revisions/{revisionId}', 'Go back to a version', {
      request: { params: one },
      200: returns(z.looseObject({}), 'The item, or the settings, as it is now, by a new save'),
      ...recentPasswordRefusal,
    }),
  };
}

/** Under /{kind}/admin, beside the kind's own calls. */
export function revisionsApi({ db, clock }: AppContext, kinds: Record<string, Revised>) {
  const routes = describe(Object.keys(kinds));
  const find = async (kind: string, entityId: number) => {
    const revised = kinds[kind];
    if (!revised) throw new NotFound('Not found');
    await revised.find(entityId);
    return { revised, item: { kind, entityId } };
  };
  return createApiApp()
    .openapi(routes.list, async (c) => {
      const { kind, id } = c.req.valid('param');
      const { item } = await find(kind, id);
      return answerPage(c, await listRevisions(db, item, c.req.valid('query')));
    })
    .openapi(routes.read, async (c) => {
      const { kind, id, revisionId } = c.req.valid('param');
      const { item } = await find(kind, id);
      return c.json(await getRevision(db, item, revisionId), 200);
    })
    .openapi(routes.restore, async (c) => {
      const { kind, id, revisionId } = c.req.valid('param');
      const { item, revised } = await find(kind, id);
      const { data } = await getRevision(db, item, revisionId);
      const now = clock.now();
      const by = { administratorId: signedIn(c).id, now, requirePassword: () => requireRecentPassword(c) };
      return c.json({ ...(await revised.restore({ id, data, revisionId, ...by })) }, 200);
    });
}
