/** Before the app sees a request: refuses it, or reads its body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { smallBody } from '#platform/http/body-limit.ts';
import type { outageAnswer } from '#platform/http/error-answers.ts';
import { type Admission, handBodyToApp, readBody } from '#platform/http/load/admission.ts';
import { closeSlowSender } from '#platform/http/load/slow-sockets.ts';
import { bodyLimitOf } from '../calls/guards.ts';
import type { Metrics } from '../monitoring/site-metrics.ts';

type Refusal = ReturnType<typeof outageAnswer>;
type Refusals = ReturnType<typeof createRefusals>;

/** Refusals without the app: JSON below /api/, else a line of text. */
export function createRefusals(ownHeaders: Record<string, string>, metrics: Metrics) {
  function refuse(request: IncomingMessage, response: ServerResponse): void {
    metrics.countAnswer('refused');
    sendRefusal(request, response, overloaded);
  }

  function sendRefusal(
    request: IncomingMessage,
    response: ServerResponse,
    { status, body, retryAfter }: Omit<Refusal, 'retryAfter'> & { retryAfter?: number | undefined },
  ): void {
    const isData = request.url?.startsWith('/api/') ?? false;
    const type = isData ? 'application/json' : 'text/plain; charset=utf-8';
    const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    sendText(
      response,
      { ...ownHeaders, ...retry, 'content-type': type },
      status,
      isData ? JSON.stringify(body) : body.message,
    );
  }

  return { refuse, sendRefusal };
}

/** Reads small bodies. The app reads large ones, only from administrators. False: the request is refused or closed. */
export function createBodyReceiver(admission: Admission, { refuse, sendRefusal }: Refusals) {
  return async function receiveBody(
    request: IncomingMessage,
    response: ServerResponse,
    sender: { path: string; network: string; isSignedIn: boolean },
  ): Promise<boolean> {
    const { path, network, isSignedIn } = sender;
    const { bytes } = bodyLimitOf(path);
    const isLarge = bytes > smallBody;
    if (isLarge && !isSignedIn) {
      handBodyToApp(request, response, null);
      return true;
    }
    const length = Math.min(Number(request.headers['content-length'] ?? bytes), bytes);
    const place = admission.receive(length, isSignedIn ? null : network);
    if (!place) {
      handBodyToApp(request, response, null);
      refuse(request, response);
      return false;
    }
    if (isLarge) {
      request.once('close', place.leave);
      request.once('end', place.leave);
      return true;
    }
    closeSlowSender(request);
    const body = await readBody(request, { most: bytes, overtaken: place.overtaken });
    place.leave();
    if (body === 'gone') return false;
    handBodyToApp(request, response, typeof body === 'string' ? null : body);
    if (body === 'too large') sendRefusal(request, response, tooLarge);
    if (body === 'overtaken') refuse(request, response);
    return typeof body !== 'string';
  };
}

const overloaded: Refusal = {
  status: 503,
  body: { message: 'There are too many visitors at once. Please try again in a moment.', code: 'overloaded' },
  retryAfter: 2,
};

const tooLarge = { status: 413, body: { message: 'The request is too large.', code: 'too_large' } } as const;

export function sendText(
  response: ServerResponse,
  headers: Record<string, string>,
  status: number,
  body: string,
): void {
  response
    .writeHead(status, {
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    })
    .end(body);
}
