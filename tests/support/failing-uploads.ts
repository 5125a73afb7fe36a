/** The way to a site for one browser, which fails the next upload of a picture as it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Site } from './site.ts';

/** Before anything of the picture is read, in the middle of its bytes, or when the server has stored it. */
export type Moment = 'before' | 'during' | 'after';

/** What the browser gets: an answer, or none as long as the way is not open again. */
export type Failure = { status: number; type: string; body: string } | 'nothing';

export type FaultyWay = Site & {
  /** Answers when the next upload has come to that moment; then it fails. */
  fail(moment: Moment, failure: Failure): Promise<void>;
  /** What is held is cut off, and no upload gets through until `open`. */
  cut(): void;
  /** No text that is not saved comes to the site until `open`. */
  loseCopies(): void;
  /** Everything gets through again. */
  open(): void;
  close(): Promise<void>;
};

export async function faultyWay(site: Site): Promise<FaultyWay> {
  let plan: { moment: Moment; failure: Failure; reached: () => void } | null = null;
  let isCut = false;
  let isLosingCopies = false;
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const isUpload = request.method === 'POST' && /^\/api\/v1\/uploads\/(?!missing)/.test(request.url ?? '');
    const isCopy = request.method === 'PUT' && request.url?.startsWith('/api/v1/drafts/');
    if ((isUpload && isCut) || (isCopy && isLosingCopies)) response.destroy();
    else if (isUpload && plan) void failUpload(request, response, plan);
    else pass(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function failUpload(request: IncomingMessage, response: ServerResponse, now: NonNullable<typeof plan>) {
    if (now.moment === 'after') await stored(request);
    if (now.moment === 'during') {
      await once(request, 'data');
      request.pause();
    }
    now.reached();
    if (now.failure === 'nothing') return held.add(response);
    // A browser reads the answer once its bytes have gone.
    request.resume();
    return response.writeHead(now.failure.status, { 'content-type': now.failure.type }).end(now.failure.body);
  }

  /** The site does all that it is asked, but its answer stays here. */
  async function stored(request: IncomingMessage): Promise<void> {
    const onward = send(site.url + (request.url ?? ''), { method: 'POST', headers: request.headers });
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 201) throw new Error(`The site answered ${answer.statusCode}`);
    answer.resume();
    await once(answer, 'end');
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const onward = send(
      site.url + (request.url ?? ''),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  return {
    ...site,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(moment, failure) {
      const { promise, resolve } = Promise.withResolvers<void>();
      plan = { moment, failure, reached: resolve };
      return promise;
    },
    cut() {
      isCut = true;
      for (const response of held) response.destroy();
      held.clear();
    },
    loseCopies() {
      isLosingCopies = true;
    },
    open() {
      plan = null;
      isCut = false;
      isLosingCopies = false;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
