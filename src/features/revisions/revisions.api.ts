import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { type ApiEnv, answer, createApiApp, ListQuery, listHeaders, refusals, signedIn } from '#platform/http/api.ts';
import { requireFreshProof } from '#platform/http/fresh-proof.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { withArticle } from '#shared/text.ts';
import { Revision, RevisionDetail } from './revision.schema.ts';
import { revisionMessages } from './revision.ts';
import { getRevision, listRevisions } from './revisions.server.ts';

const RevisionParam = z.object({
  revisionId: IdParam.shape.id.openapi({ type: 'integer', minimum: 1, param: { name: 'revisionId', in: 'path' } }),
});

type Restore<Input> = {
  id: number;
  input: Input;
  administratorId: number;
  revisionId: number;
  /** For a restore that needs a fresh proof. */
  requireProof: (now: Date) => void;
};

type Revised<Entity extends z.ZodType, Input extends z.ZodType> = {
  db: Db;
  kind: string;
  tags: string[];
  entity: Entity;
  input: Input;
  /** @throws NotFound when the item is gone or in the bin */
  find: (id: number) => Promise<unknown>;
  /** Saves the content of the revision like any other save. */
  restore: (save: Restore<z.output<Input>>) => Promise<z.output<Entity>>;
};

/** The revisions of one kind, to be mounted beside its other administrator routes. The settings have no id in their path. */
export function revisionsApi<Entity extends z.ZodType, Input extends z.ZodType>(
  revised: Revised<Entity, Input>,
): OpenAPIHono<ApiEnv> {
  const { db, kind, input, find, restore } = revised;
  const routes = describe(revised);
  const entityIdOf = (c: Context<ApiEnv>) => (isWithoutId(kind) ? 0 : Number(c.req.param('id')));

  return createApiApp()
    .openapi(routes.list, async (c) => {
      const entityId = entityIdOf(c);
      await find(entityId);
      const page = await listRevisions(db, { kind, entityId }, c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(routes.read, async (c) => {
      const entityId = entityIdOf(c);
      await find(entityId);
      return c.json(await getRevision(db, { kind, entityId }, c.req.valid('param').revisionId), 200);
    })
    .openapi(routes.restore, async (c) => {
      const id = entityIdOf(c);
      const { revisionId } = c.req.valid('param');
      await find(id);
      const { data } = await getRevision(db, { kind, entityId: id }, revisionId);
      const parsed = input.safeParse(data);
      if (!parsed.success) throw new Invalid(revisionMessages.unusable);
      const requireProof = (now: Date) => requireFreshProof(c, now);
      const administratorId = signedIn(c).id;
      const restored = await restore({ id, input: parsed.data, administratorId, revisionId, requireProof });
      return c.json(restored as never, 200);
    });
}

function describe<Entity extends z.ZodType>({
  kind,
  tags,
  entity,
}: Pick<Revised<Entity, z.ZodType>, 'kind' | 'tags' | 'entity'>) {
  const thing = isWithoutId(kind) ? 'the settings' : withArticle(kind.replace(/s$/, ''));
  const base = isWithoutId(kind) ? '/revisions' : '/{id}/revisions';
  const params = isWithoutId(kind) ? z.object({}) : IdParam;
  return {
    list: createRoute({
      method: 'get',
      path: base,
      summary: `List the versions of ${thing}`,
      tags,
      request: { params, query: ListQuery.omit({ search: true }) },
      responses: { 200: answer(z.array(Revision), 'What was saved, newest first'), ...refusals },
    }),
    read: createRoute({
      method: 'get',
      path: `${base}/{revisionId}`,
      summary: `Read a version of ${thing}`,
      tags,
      request: { params: params.extend(RevisionParam.shape) },
      responses: { 200: answer(RevisionDetail, 'One save'), ...refusals },
    }),
    restore: createRoute({
      method: 'post',
      path: `${base}/{revisionId}/restore`,
      summary: `Go back to a version of ${thing}`,
      tags,
      request: { params: params.extend(RevisionParam.shape) },
      responses: { 200: answer(entity, 'As it is now, by a new save'), ...refusals },
    }),
  };
}

function isWithoutId(kind: string): boolean {
  return kind === 'settings';
}
