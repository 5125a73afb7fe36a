import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { getArticle } from '../articles.server.ts';
import { Comment, CommentInput, NewComments } from './comment.schema.ts';
import { commentMessages } from './comment.ts';
import { addComment, deleteComment, listComments, listNewComments, markSeen } from './comments.server.ts';

const tags = ['Articles'];
const done = { 200: messageAnswer, ...refusals };
const byId = { params: IdParam };

const routes = {
  add: createRoute({
    method: 'post',
    path: '/{id}/preview/comments',
    summary: 'Comment on a draft by its preview link',
    tags,
    request: { ...byId, query: z.object({ token: z.string().max(200).default('') }), ...jsonBody(CommentInput) },
    responses: done,
  }),
  list: createRoute({
    method: 'get',
    path: '/{id}/comments',
    summary: 'List the comments on a draft',
    tags,
    request: byId,
    responses: { 200: answer(z.array(Comment), 'The comments, the oldest first'), ...refusals },
  }),
  seen: createRoute({
    method: 'post',
    path: '/{id}/comments/seen',
    summary: 'Mark the comments on a draft as seen',
    tags,
    request: {
      ...byId,
      query: z.object({
        upTo: IdParam.shape.id
          .optional()
          .openapi({ description: 'The last one that was seen; all without it', param: { name: 'upTo', in: 'query' } }),
      }),
    },
    responses: done,
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}/comments/{comment}',
    summary: 'Delete a comment on a draft',
    tags,
    request: {
      params: IdParam.extend({
        comment: IdParam.shape.id.openapi({ example: 1, param: { name: 'comment', in: 'path' } }),
      }),
    },
    responses: done,
  }),
  news: createRoute({
    method: 'get',
    path: '/comments/new',
    summary: 'List the articles with new comments',
    tags,
    responses: { 200: answer(z.array(NewComments), 'The articles, that with the latest comment first'), ...refusals },
  }),
};

export function commentsApi(context: AppContext) {
  const { db, clock } = context;
  const publicRoutes = createApiApp().openapi(routes.add, async (c) => {
    const { id: articleId } = c.req.valid('param');
    const { token } = c.req.valid('query');
    await addComment(context, { articleId, token, address: c.get('address'), input: c.req.valid('json') });
    return c.json({ message: commentMessages.sent }, 200);
  });
  const adminRoutes = createApiApp()
    .openapi(routes.news, async (c) => c.json(await listNewComments(db), 200))
    .openapi(routes.list, async (c) => {
      const { id } = await getArticle(db, c.req.valid('param').id);
      return c.json(await listComments(db, id), 200);
    })
    .openapi(routes.seen, async (c) => {
      const { id } = await getArticle(db, c.req.valid('param').id);
      await markSeen(db, { articleId: id, ...c.req.valid('query'), now: clock.now() });
      return c.json({ message: commentMessages.seen }, 200);
    })
    .openapi(routes.remove, async (c) => {
      const { id: articleId, comment: id } = c.req.valid('param');
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      await deleteComment(db, { articleId, id, actor });
      return c.json({ message: commentMessages.deleted }, 200);
    });
  return { publicRoutes, adminRoutes };
}
