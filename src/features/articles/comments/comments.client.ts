import type { Api } from '#shared/api-client.ts';
import type { Comment, CommentInput, NewComments } from './comment.schema.ts';

/** By the preview link that somebody was given. */
export function sendComment(
  api: Api,
  articleId: number,
  token: string,
  input: CommentInput,
): Promise<{ message: string }> {
  return api.call('POST', `/articles/${articleId}/preview/comments?${new URLSearchParams({ token })}`, input);
}

export function listComments(api: Api, articleId: number): Promise<Comment[]> {
  return api.call('GET', `/articles/admin/${articleId}/comments`);
}

/** `upTo`: the last one that was seen. */
export function markCommentsSeen(api: Api, articleId: number, upTo: number): Promise<unknown> {
  return api.call('POST', `/articles/admin/${articleId}/comments/seen?upTo=${upTo}`);
}

export function deleteComment(api: Api, articleId: number, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${articleId}/comments/${id}`);
}

export function listNewComments(api: Api): Promise<NewComments[]> {
  return api.call('GET', '/articles/admin/comments/new');
}
