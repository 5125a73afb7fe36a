/** The server that answers everyone, from the built pages or, in development, from the sources. */
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import type { ContentVersion } from '#platform/db/content-version.ts';
import { serverOptions } from '#platform/http/load/slow-sockets.ts';
import { loadBuiltPages } from './built-pages.ts';
import { createHttpHandler, type HttpHandler } from './http-handler.ts';
import type { Health } from './monitoring/health-routes.ts';
import { createSiteMetrics } from './monitoring/site-metrics.ts';
import { createApp } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** The server cannot listen; `message` is a sentence. */
export class ListenError extends Error {}

type PageParts = { health: Health; version: ContentVersion };

export async function createPageServer(context: AppContext, { health, version }: PageParts) {
  if (context.config.isDevelopment) {
    const { developmentServer } = await import('./development-server.ts');
    return developmentServer(context, health, root);
  }
  const pages = await loadBuiltPages(dist, context.config.s3?.publicUrl);
  const whenWritten = () => version.expire();
  let handler: HttpHandler | null = null;
  const metrics = createSiteMetrics(context, () => handler?.cache ?? null, health.findings);
  const app = createApp(context, { pages, filesFolder: join(dist, 'client'), health, whenWritten, metrics });
  handler = createHttpHandler(context, { app, version, metrics });
  const server = createServer(serverOptions, handler.listener);
  server.prependListener('request', (_request, response) => {
    if (health.isStopping) response.shouldKeepAlive = false;
  });
  return { server, pages: { close: async () => version.close() } };
}

/** Called before anything is created: a start that cannot listen leaves no database and no unread password. */
export async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((closed) => probe.close(closed));
}

export async function listen(server: Server, config: Config): Promise<void> {
  // Longer than the minute for which proxies keep a connection: the side that sends requests must close first.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(new ListenError(whyNot(error, config))));
    server.listen(config.port, config.host, listening);
  });
}

function whyNot(error: NodeJS.ErrnoException, { port, host }: Config): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program or set PORT to a free one.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  return `The site cannot listen on HOST ${host ?? ''}, port ${port}: ${error.message}`;
}
