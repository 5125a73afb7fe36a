/** The whole HTTP handler in this process, on a real socket, with the clock and the database of a test. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { loadBuiltPages } from '#app/built-pages.ts';
import { createHttpHandler } from '#app/http-handler.ts';
import type { Health } from '#app/monitoring/health-routes.ts';
import { createSiteMetrics } from '#app/monitoring/site-metrics.ts';
import { createApp } from '#app/server.ts';
import type { ResponseCache } from '#platform/cache/response-cache.ts';
import { openContentVersion } from '#platform/db/content-version.ts';
import { serverOptions } from '#platform/http/load/slow-sockets.ts';
import type { TestApp } from './test-app.ts';

const root = resolve(import.meta.dirname, '../..');

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** `answers`: what the app itself was asked for; `before` runs ahead of each such question. Use with `await using`. */
export async function openHttpHandler(
  { api, context, databaseUrl }: TestApp,
  before?: (path: string) => Promise<void>,
  { findings = () => [] }: Pick<Health, 'findings'> = {},
) {
  if (!existsSync(join(root, 'dist/build.json')))
    spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' });
  const version = openContentVersion({ databaseUrl, dataDir: context.config.dataDir });
  let cached: ResponseCache | null = null;
  const metrics = createSiteMetrics(context, () => cached, findings);
  const app = createApp(context, {
    pages: await loadBuiltPages(join(root, 'dist')),
    filesFolder: join(root, 'dist/client'),
    health: { isStopping: false, isWorkerReady: true, findings },
    whenWritten: () => version.expire(),
    metrics,
  });
  const asked: string[] = [];
  const fetch = app.fetch;
  app.fetch = async (request, ...rest) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    await before?.(pathname);
    return fetch(request, ...rest);
  };
  // What the test writes is seen at once, as what the site's own process writes.
  const write = api.fetch;
  api.fetch = async (...call) => {
    const answer = await write(...call);
    version.expire();
    return answer;
  };
  const { listener, cache } = createHttpHandler(context, { app, version, metrics });
  cached = cache;
  const server = createServer(serverOptions, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** Exactly what is sent and received: nothing decoded, nothing followed. */
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
    const request = send({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
    const [response] = await once(request, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  return {
    get,
    asked,
    cache,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      version.close();
    },
  };
}
