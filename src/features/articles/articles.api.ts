import { createRoute, z } from '@hono/zod-openapi';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import {
  answer,
  createApiApp,
  jsonBody,
  ListQuery,
  listHeaders,
  messageAnswer,
  refusals,
  signedIn,
} from '#platform/http/api.ts';
import { findReplayed, IdempotencyHeaders, idempotencyKeyOf } from '#platform/http/idempotency-keys.ts';
import { IdParam, ImageInput } from '#platform/http/schemas.ts';
import { Article, ArticleCard, ArticleInput, PreviewLink } from './article.schema.ts';
import { articleMessages } from './article.ts';
import {
  type ArticleRow,
  type Audience,
  getArticle,
  listArticles,
  presentArticle,
  presentArticles,
  presentCards,
  removeArticle,
} from './articles.server.ts';
import { getPreview, linkPreview, withdrawPreviews } from './previews.server.ts';
import { publishArticle, saveArticle, setArticleImage, type WhenHidden } from './saving.server.ts';

const tags = ['Articles'];
const one = { 200: answer(Article, 'The article'), ...refusals };
const byId = { params: IdParam };

const routes = {
  list: createRoute({
    method: 'get',
    path: '/',
    tags,
    request: { query: ListQuery },
    responses: { 200: answer(z.array(ArticleCard), 'Published articles, newest first'), ...refusals },
  }),
  read: createRoute({ method: 'get', path: '/{id}', tags, request: byId, responses: one }),
  preview: createRoute({
    method: 'get',
    path: '/{id}/preview',
    tags,
    request: { ...byId, query: z.object({ token: z.string().max(200).default('') }) },
    responses: one,
  }),
  listAll: createRoute({
    method: 'get',
    path: '/',
    tags,
    request: { query: ListQuery.extend({ fields: z.enum(['card']).optional() }) },
    responses: {
      200: answer(
        z.array(z.union([Article, ArticleCard])),
        'Drafts and published articles, newest first; without bodies when cards are asked for',
      ),
      ...refusals,
    },
  }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    request: { headers: IdempotencyHeaders, ...jsonBody(ArticleInput) },
    responses: { 201: answer(Article, 'The new article'), ...refusals },
  }),
  update: createRoute({
    method: 'put',
    path: '/{id}',
    tags,
    request: { ...byId, ...jsonBody(ArticleInput) },
    responses: one,
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    tags,
    request: byId,
    responses: { 200: messageAnswer, ...refusals },
  }),
  publish: createRoute({
    method: 'post',
    path: '/publish/{id}',
    tags,
    request: {
      ...byId,
      query: z.object({
        version: z.coerce.number().int().optional(),
        date: z.literal('kept').optional().openapi({ description: 'Keeps the date of its last publication' }),
      }),
    },
    responses: one,
  }),
  linkPreview: createRoute({
    method: 'post',
    path: '/{id}/preview',
    tags,
    request: byId,
    responses: {
      200: answer(PreviewLink, 'A link that shows the article as it is saved, to anybody who has it'),
      ...refusals,
    },
  }),
  withdrawPreviews: createRoute({
    method: 'delete',
    path: '/{id}/preview',
    tags,
    request: byId,
    responses: { 200: messageAnswer, ...refusals },
  }),
  setImage: createRoute({
    method: 'put',
    path: '/{id}/image',
    tags,
    request: { ...byId, ...jsonBody(ImageInput) },
    responses: one,
  }),
};

type Given = {
  /** Runs in the transaction that moves an article to the bin or makes it a draft. */
  whenHidden: WhenHidden;
  /** Those of the articles whose newsletter was ever sent. */
  findSent: (db: Db, articleIds: number[]) => Promise<Set<number>>;
};

export function articlesApi(context: AppContext, { whenHidden, findSent }: Given) {
  const { db, clock } = context;
  const presentFor = (audience: Audience, row: ArticleRow) => presentArticle(db, row, audience);
  const present = (row: ArticleRow) => presentFor('administrators', row);
  const find = (id: number) => getArticle(db, id, 'administrators');

  const publicRoutes = createApiApp()
    .openapi(routes.list, async (c) => {
      const page = await listArticles(db, c.req.valid('query'), 'visitors');
      listHeaders(c, page);
      return c.json(await presentCards(db, page.items, 'visitors'), 200);
    })
    .openapi(routes.read, async (c) => {
      const audience = c.get('administrator') ? 'administrators' : 'visitors';
      return c.json(await presentFor(audience, await getArticle(db, c.req.valid('param').id, audience)), 200);
    })
    .openapi(routes.preview, async (c) => {
      const row = await getPreview(context, c.req.valid('param').id, c.req.valid('query').token);
      return c.json(await presentFor('visitors', row), 200);
    });

  const adminRoutes = createApiApp()
    .openapi(routes.listAll, async (c) => {
      const query = c.req.valid('query');
      const page = await listArticles(db, query, 'administrators');
      listHeaders(c, page);
      const isShort = query.fields === 'card';
      const articles = isShort
        ? await presentCards(db, page.items, 'administrators')
        : await presentArticles(db, page.items);
      const sent = await findSent(
        db,
        articles.map(({ id }) => id),
      );
      return c.json(
        articles.map((article) => ({ ...article, isSent: sent.has(article.id) })),
        200,
      );
    })
    .openapi(routes.create, async (c) => {
      const idempotencyKey = idempotencyKeyOf(c, c.req.valid('header'), { kind: 'articles', now: clock.now() });
      const made = await findReplayed(c, db, idempotencyKey);
      const save = { id: null, input: c.req.valid('json'), administratorId: signedIn(c).id, idempotencyKey };
      return c.json(await present(made ? await find(made) : await saveArticle(context, save, whenHidden)), 201);
    })
    .openapi(routes.update, async (c) => {
      const { id } = c.req.valid('param');
      const save = { id, input: c.req.valid('json'), administratorId: signedIn(c).id };
      const row = await saveArticle(context, save, whenHidden);
      return c.json(await present(row), 200);
    })
    .openapi(routes.remove, async (c) => {
      const removal = { id: c.req.valid('param').id, administratorId: signedIn(c).id, now: clock.now() };
      await removeArticle(db, removal, whenHidden);
      return c.json({ message: articleMessages.deleted }, 200);
    })
    .openapi(routes.publish, async (c) => {
      const { date, version } = c.req.valid('query');
      const change = { ...c.req.valid('param'), version, administratorId: signedIn(c).id, keepsDate: date === 'kept' };
      return c.json(await present(await publishArticle(context, change)), 200);
    })
    .openapi(routes.linkPreview, async (c) =>
      c.json(await linkPreview(context, c.req.valid('param').id, signedIn(c).id), 200),
    )
    .openapi(routes.withdrawPreviews, async (c) => {
      await withdrawPreviews(context, { id: c.req.valid('param').id, administratorId: signedIn(c).id });
      return c.json({ message: articleMessages.previewWithdrawn }, 200);
    })
    .openapi(routes.setImage, async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param'), administratorId: signedIn(c).id };
      return c.json(await present(await setArticleImage(context, change)), 200);
    });

  const revisions = revisionsApi({
    ...{ db, kind: 'articles', tags, entity: Article, input: ArticleInput, find },
    restore: async (save) => present(await saveArticle(context, save, whenHidden)),
  });
  adminRoutes.route('/', revisions);

  return { publicRoutes, adminRoutes, read: async (id: number) => present(await find(id)) };
}
