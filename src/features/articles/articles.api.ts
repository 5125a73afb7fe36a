import { createRoute, z } from '@hono/zod-openapi';
import { findDrafted } from '#features/drafts/drafts.server.ts';
import { addList, itemApi } from '#features/items/items.api.ts';
import { type Condition, listQueryOf } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { answer, createApiApp, ListQuery, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { type BodyRule, largeBody } from '#platform/http/middleware.ts';
import { IdParam, orAbsent } from '#platform/http/schemas.ts';
import { articleKind } from './article.kind.ts';
import { Article, ArticleCard, ArticleInput, PreviewLink } from './article.schema.ts';
import { tooLarge } from './article-length.ts';
import { articleMessages } from './article-messages.ts';
import {
  articleStates,
  cursorAfter,
  listArticles,
  listChosenArticles,
  presentArticle,
  presentArticles,
  presentCards,
} from './articles.server.ts';
import { getPreview, linkPreview, withdrawPreviews } from './preview/previews.server.ts';
import { publishArticle, saveArticle, type WhenHidden } from './saving.server.ts';
import { schedulesApi } from './schedule/schedules.api.ts';
import { findSchedules, removeSchedule } from './schedule/schedules.server.ts';

/** With pasted pictures. */
export const articleBodies: BodyRule[] = [{ path: /^\/articles\/admin(\/|$)/, bytes: largeBody, message: tooLarge }];

const tags = ['Articles'];
const one = { 200: answer(Article, 'The article'), ...refusals };
const byId = { params: IdParam };

const routes = {
  preview: createRoute({
    method: 'get',
    path: '/{id}/preview',
    summary: 'Read a draft by its preview link',
    tags,
    request: { ...byId, query: z.object({ token: z.string().max(200).default('') }) },
    responses: one,
  }),
  publish: createRoute({
    method: 'post',
    path: '/publish/{id}',
    summary: 'Publish an article',
    tags,
    request: {
      ...byId,
      query: z.object({
        version: orAbsent(z.coerce.number().int()),
        date: z.literal('kept').optional().openapi({ description: 'Keeps the date of its last publication' }),
      }),
    },
    responses: one,
  }),
  linkPreview: createRoute({
    method: 'post',
    path: '/{id}/preview',
    summary: 'Make a preview link',
    tags,
    request: byId,
    responses: {
      200: answer(PreviewLink, 'A link that shows the article as it is saved, to anyone who has it'),
      ...refusals,
    },
  }),
  withdrawPreviews: createRoute({
    method: 'delete',
    path: '/{id}/preview',
    summary: 'Withdraw the preview links',
    tags,
    request: byId,
    responses: { 200: messageAnswer, ...refusals },
  }),
};

type Given = {
  /** Runs in the transaction that moves an article to the bin or makes it a draft. */
  whenHidden: WhenHidden;
  /** The articles among these whose newsletter was ever sent. */
  findSent: (db: Db, articleIds: number[]) => Promise<Set<number>>;
  /** In a query on articles: the newsletter of this one was sent. */
  isSent: Condition;
};

export function articlesApi(context: AppContext, { whenHidden, findSent, isSent }: Given) {
  const { db, clock } = context;
  const states = articleStates(isSent);
  const { publicRoutes, adminRoutes, ...others } = itemApi(context, {
    kind: articleKind,
    entity: Article,
    input: ArticleInput,
    publicRoutes: addList(createApiApp(), articleKind, {
      of: 'published articles',
      description: 'Published articles, newest first',
      entry: ArticleCard,
      query: ListQuery.extend({
        after: orAbsent(
          IdParam.shape.id.openapi({
            description: 'Begins behind this article',
            param: { name: 'after', in: 'query' },
          }),
        ),
      }),
      read: async ({ after, ...query }) => {
        const place = after === undefined || query.cursor ? {} : { cursor: await cursorAfter(db, after) };
        const { items, ...page } = await listArticles(db, { ...query, ...place });
        return { ...page, items: await presentCards(db, items, 'visitors') };
      },
    }),
    list: {
      of: 'drafts and published articles',
      description: 'Drafts and published articles, newest first; without bodies when cards are asked for',
      entry: z.union([Article, ArticleCard]),
      query: listQueryOf(articleKind).extend({ fields: z.enum(['card']).optional() }),
      read: async (query) => {
        const { items, ...page } = await listChosenArticles(db, query, states);
        const ids = items.map(({ id }) => id);
        const [sent, drafted] = [await findSent(db, ids), await findDrafted(db, articleKind.name, ids)];
        const planned = await findSchedules(db, ids);
        const shown =
          query.fields === 'card' ? await presentCards(db, items, 'administrators') : await presentArticles(db, items);
        return {
          ...page,
          items: shown.map((one) => ({
            ...one,
            isSent: sent.has(one.id),
            hasChanges: one.isPublished && drafted.has(one.id),
            schedule: planned.get(one.id) ?? null,
          })),
        };
      },
    },
    states: () => states,
    isShown: ({ isPublished }) => isPublished,
    present: presentArticle,
    save: (save) => saveArticle(context, save, whenHidden),
    whenRemoved: async (trx, id) => {
      await removeSchedule(trx, id);
      await whenHidden(trx, id);
    },
  });

  publicRoutes.openapi(routes.preview, async (c) => {
    const row = await getPreview(context, c.req.valid('param').id, c.req.valid('query').token);
    return c.json(await presentArticle(db, row, 'visitors'), 200);
  });

  adminRoutes
    .openapi(routes.publish, async (c) => {
      const { date, version } = c.req.valid('query');
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      const publication = { ...c.req.valid('param'), version, actor, keepsDate: date === 'kept' };
      return c.json(await publishArticle(context, publication), 200);
    })
    .openapi(routes.linkPreview, async (c) =>
      c.json(await linkPreview(context, c.req.valid('param').id, signedIn(c).id), 200),
    )
    .openapi(routes.withdrawPreviews, async (c) => {
      await withdrawPreviews(context, { id: c.req.valid('param').id, administratorId: signedIn(c).id });
      return c.json({ message: articleMessages.previewWithdrawn }, 200);
    });

  adminRoutes.route('/', schedulesApi(context));
  return { publicRoutes, adminRoutes, ...others };
}
