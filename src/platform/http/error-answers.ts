/** The one place that maps errors to statuses; logs unknown errors and hides them. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  Conflict,
  Invalid,
  NotFound,
  RecentPasswordNeeded,
  TooMany,
  Unauthorized,
  Unavailable,
} from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Outages } from '#platform/storage-outages.ts';
import { type ErrorBody, recentPasswordNeeded } from '#shared/calls/api-error.ts';
import { type OutageCode, outageHeader, outageSentences } from '#shared/outage.ts';
import type { ApiEnv } from './api.ts';

type Answer = { status: ContentfulStatusCode; body: ErrorBody; retryAfter?: number };

export type ErrorReader = { log: Log; outages: Pick<Outages, 'report'> };

export function answerWithError(error: Error, c: Context<ApiEnv>, { log, outages }: ErrorReader): Response {
  // The client has disconnected.
  if (c.req.raw.signal?.aborted) return new Response(null, { status: 499 });
  const outage = outages.report(error);
  const { status, body, retryAfter } = outage ? outageAnswer(outage) : toAnswer(error);
  // An outage is logged by itself, not for each request.
  if (status >= 500 && !outage) log.error('request failed', { requestId: c.get('requestId'), error });
  if (outage) c.header(outageHeader, outage);
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  // The rest of the body is not waited for.
  if (status === 413) c.header('connection', 'close');
  if (status === 401) c.header('www-authenticate', 'Bearer');
  return c.json(body, status);
}

/** Retry-After in seconds: the disk is checked every five, an absent database every one; a damaged one waits for a person. */
const outageRetries: Record<OutageCode, number> = {
  disk_full: 60,
  disk_low: 60,
  disk_failing: 60,
  read_only: 60,
  database_away: 10,
  database_damaged: 600,
};

/** The answer during an outage, here and on pages. */
export function outageAnswer(reason: OutageCode): Answer & { retryAfter: number } {
  const status = reason === 'disk_full' || reason === 'disk_low' ? 507 : 503;
  return { status, body: { message: outageSentences[reason], code: reason }, retryAfter: outageRetries[reason] };
}

function toAnswer(error: Error): Answer {
  const { message } = error;
  if (error instanceof NotFound) return { status: 404, body: { message, code: 'not_found' } };
  if (error instanceof Unauthorized) return { status: 401, body: { message, code: 'unauthorized' } };
  if (error instanceof RecentPasswordNeeded) return { status: 403, body: { message, code: recentPasswordNeeded } };
  if (error instanceof Conflict) {
    const { conflict } = error;
    return { status: 409, body: { message, code: 'conflict', ...(conflict && { conflict }), ...withFields(error) } };
  }
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

function withFields(error: Invalid | Conflict): Pick<ErrorBody, 'fields'> {
  return Object.keys(error.fields).length > 0 ? { fields: error.fields } : {};
}

const codes: Record<number, string> = { 400: 'invalid_json', 413: 'too_large', 415: 'unsupported_media_type' };

function fromHttpException({ status, message }: HTTPException): Answer {
  const said = status === 400 ? 'The request body is not valid JSON.' : message;
  return { status: status as ContentfulStatusCode, body: { message: said, code: codes[status] ?? 'error' } };
}
