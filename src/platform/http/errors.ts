/** The one place that knows which error becomes which status; unknown ones are logged and hidden. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Conflict, Invalid, NotFound, TooMany, Unauthorized, Unavailable } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { ErrorBody } from '#shared/api-error.ts';
import type { ApiEnv } from './api.ts';

type Answer = { status: ContentfulStatusCode; body: ErrorBody; retryAfter?: number };

export function answerError(error: Error, c: Context<ApiEnv>, log: Log): Response {
  // Nobody is there any more to read an answer.
  if (c.req.raw.signal?.aborted) return new Response(null, { status: 499 });
  const { status, body, retryAfter } = toAnswer(error);
  if (status >= 500) log.error('request failed', { requestId: c.get('requestId'), error });
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  // The rest of the body is not waited for.
  if (status === 413) c.header('connection', 'close');
  if (status === 401) c.header('www-authenticate', 'Bearer');
  return c.json(body, status);
}

function toAnswer(error: Error): Answer {
  const { message } = error;
  if (error instanceof NotFound) return { status: 404, body: { message, code: 'not_found' } };
  if (error instanceof Unauthorized) return { status: 401, body: { message, code: 'unauthorized' } };
  if (error instanceof Conflict) return { status: 409, body: { message, code: 'conflict', ...withConflict(error) } };
  if (error instanceof Invalid) return { status: 400, body: { message, code: 'invalid', ...withFields(error) } };
  if (error instanceof TooMany)
    return { status: 429, body: { message, code: 'too_many' }, retryAfter: error.retryAfter };
  if (error instanceof Unavailable) return { status: 503, body: { message, code: 'unavailable' }, retryAfter: 60 };
  if (error instanceof HTTPException) return fromHttpException(error);
  return {
    status: 500,
    body: { message: 'Something went wrong on our side. Please try again later.', code: 'internal' },
  };
}

function withFields(error: Invalid): Pick<ErrorBody, 'fields'> {
  return Object.keys(error.fields).length > 0 ? { fields: error.fields } : {};
}

function withConflict({ conflict }: Conflict): Pick<ErrorBody, 'conflict'> {
  return conflict ? { conflict } : {};
}

const sentences: Record<number, [code: string, message: string]> = {
  400: ['invalid_json', 'The request body is not valid JSON.'],
  405: ['method_not_allowed', 'This address does not know that method.'],
  413: ['too_large', 'What was sent is too large.'],
  415: ['unsupported_media_type', 'Please send the request as JSON.'],
};

function fromHttpException(error: HTTPException): Answer {
  const [code, message] = sentences[error.status] ?? ['error', error.message];
  const own = error.message && error.status !== 400 ? error.message : message;
  return { status: error.status as ContentfulStatusCode, body: { message: own, code } };
}
