import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { findIdsWithDraft } from '#features/drafts/drafts.server.ts';
import { addListRoute, itemApi } from '#features/items/items.api.ts';
import { type ChosenQuery, type Condition, listQuerySchema } from '#features/items/listing.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { type ApiEnv, actorOf, createApiApp, jsonBody, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { type BodyRule, largeBody } from '#platform/http/body-limit.ts';
import { ListQuery } from '#platform/http/list-pages.ts';
import { emptyAsAbsent, IdParam, LinkToken } from '#platform/http/schemas.ts';
import { articleKind } from './article.kind.ts';
import { Article, ArticleCard, ArticleInput, PreviewLink } from './article.schema.ts';
import { articleMessages } from './article-messages.ts';
import { tooLarge } from './article-size-limits.ts';
import { createPreviewLink, getArticleByPreviewLink, withdrawPreviews } from './preview/previews.server.ts';
import {
  articleStateConditions,
  cursorAfterArticle,
  listArticles,
  listArticlesForAdministrators,
  presentArticle,
  presentArticleCards,
  presentArticlesWithBodies,
} from './reading.server.ts';
import { publishArticle, saveArticle, type WhenHidden } from './saving.server.ts';
import { ScheduleInput } from './schedule/schedule.schema.ts';
import { findSchedules, removeSchedule } from './schedule/schedules.server.ts';
import { scheduleArticle, unscheduleArticle } from './schedule/scheduling.server.ts';

/** With pasted pictures. */
export const articleBodies: BodyRule[] = [{ path: /^\/articles\/admin(\/|$)/, bytes: largeBody, message: tooLarge }];

const route = routesOf('Articles');
const one = returns(Article, 'The article');
const byId = { request: { params: IdParam } };

const routes = {
  preview: route('get', '/{id}/preview', 'Read a draft by its preview link', {
    request: { ...byId.request, query: z.object({ token: LinkToken.default('') }) },
    200: one,
  }),
  publish: route('post', '/publish/{id}', 'Publish an article', {
    request: {
      ...byId.request,
      query: z.object({
        version: emptyAsAbsent(z.coerce.number().int()),
        date: z.literal('kept').optional().openapi({ description: 'Keeps the date of its last publication' }),
      }),
    },
    200: one,
  }),
  createPreviewLink: route('post', '/{id}/preview', 'Make a preview link', {
    ...byId,
    200: returns(PreviewLink, 'A link that shows the article as it is saved, to anyone who has it'),
  }),
  withdrawPreviews: route('delete', '/{id}/preview', 'Withdraw the preview links', { ...byId, 200: messageAnswer }),
  schedule: route('put', '/{id}/schedule', 'Schedule a draft', {
    request: { ...byId.request, ...jsonBody(ScheduleInput) },
    200: one,
  }),
  unschedule: route('delete', '/{id}/schedule', 'Unschedule a draft', { ...byId, 200: messageAnswer }),
};

type Given = {
  /** Runs in the transaction that moves an article to the bin or makes it a draft. */
  whenHidden: WhenHidden;
  /** The articles among these whose newsletter was ever sent. */
  findSent: (db: Db, articleIds: number[]) => Promise<Set<number>>;
  /** In a query on articles: the newsletter of this one was sent. */
  isSent: Condition;
};

export function articlesApi(context: AppContext, given: Given) {
  const { db } = context;
  const { whenHidden } = given;
  const { publicRoutes, adminRoutes, ...others } = itemApi(context, {
    kind: articleKind,
    entity: Article,
    input: ArticleInput,
    publicRoutes: addListRoute(createApiApp(), articleKind, {
      of: 'published articles',
      description: 'Published articles, newest first',
      entry: ArticleCard,
      query: ListQuery.extend({
        after: emptyAsAbsent(
          IdParam.shape.id.openapi({
            description: 'Begins behind this article',
            param: { name: 'after', in: 'query' },
          }),
        ),
      }),
      read: async ({ after, ...query }) => {
        const place = after === undefined || query.cursor ? {} : { cursor: await cursorAfterArticle(db, after) };
        const { items, ...page } = await listArticles(db, { ...query, ...place });
        return { ...page, items: await presentArticleCards(db, items, 'visitors') };
      },
    }),
    list: {
      of: 'drafts and published articles',
      description: 'Drafts and published articles, newest first; without bodies when cards are asked for',
      entry: z.union([Article, ArticleCard]),
      query: listQuerySchema(articleKind).extend({ fields: z.enum(['card']).optional() }),
      read: (query) => listForAdministrators(db, query, given),
    },
    isShown: ({ isPublished }) => isPublished,
    present: presentArticle,
    save: (save) => saveArticle(context, save, whenHidden),
    whenRemoved: async (trx, id) => {
      await removeSchedule(trx, id);
      await whenHidden(trx, id);
    },
  });

  publicRoutes.openapi(routes.preview, async (c) => {
    const row = await getArticleByPreviewLink(context, c.req.valid('param').id, c.req.valid('query').token);
    return c.json(await presentArticle(db, row, 'visitors'), 200);
  });

  addOwnCalls(adminRoutes, context);
  return { publicRoutes, adminRoutes, ...others };
}

type Query = ChosenQuery & { fields?: 'card' | undefined };

async function listForAdministrators(db: Db, query: Query, { findSent, isSent }: Given) {
  const { items, ...page } = await listArticlesForAdministrators(db, query, articleStateConditions(isSent));
  const ids = items.map(({ id }) => id);
  const [sent, drafted] = [await findSent(db, ids), await findIdsWithDraft(db, articleKind.name, ids)];
  const schedules = await findSchedules(db, ids);
  const shown =
    query.fields === 'card'
      ? await presentArticleCards(db, items, 'administrators')
      : await presentArticlesWithBodies(db, items);
  return {
    ...page,
    items: shown.map((one) => ({
      ...one,
      isSent: sent.has(one.id),
      hasChanges: one.isPublished && drafted.has(one.id),
      schedule: schedules.get(one.id) ?? null,
    })),
  };
}

/** For administrators. */
function addOwnCalls(adminRoutes: OpenAPIHono<ApiEnv>, context: AppContext): void {
  const { clock } = context;
  adminRoutes
    .openapi(routes.publish, async (c) => {
      const { date, version } = c.req.valid('query');
      const publication = { ...c.req.valid('param'), version, actor: actorOf(c, clock), keepsDate: date === 'kept' };
      return c.json(await publishArticle(context, publication), 200);
    })
    .openapi(routes.createPreviewLink, async (c) =>
      c.json(await createPreviewLink(context, { ...c.req.valid('param'), actor: actorOf(c, clock) }), 200),
    )
    .openapi(routes.withdrawPreviews, async (c) => {
      await withdrawPreviews(context, { ...c.req.valid('param'), actor: actorOf(c, clock) });
      return c.json({ message: articleMessages.previewWithdrawn }, 200);
    })
    .openapi(routes.schedule, async (c) => {
      const scheduling = { ...c.req.valid('param'), input: c.req.valid('json'), actor: actorOf(c, clock) };
      return c.json(await scheduleArticle(context, scheduling), 200);
    })
    .openapi(routes.unschedule, async (c) => {
      const message = await unscheduleArticle(context, { ...c.req.valid('param'), actor: actorOf(c, clock) });
      return c.json({ message }, 200);
    });
}
