/** Starts the site: settings → database → first administrator → server and worker → listen → graceful stop. */
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFirstAdministrator } from '#features/accounts/accounts.server.ts';
import { warnOfOtherDomains } from '#features/accounts/passkeys/passkeys.server.ts';
import { lastArticleId } from '#features/articles/articles.server.ts';
import { mendEventTimes } from '#features/events/recomputing.server.ts';
import { createHealthWatch } from '#features/health/watch.server.ts';
import { ensureSiteName } from '#features/settings/site-name.server.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import type { AppContext } from '#platform/context.ts';
import { type ContentVersion, openContentVersion } from '#platform/db/content-version.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { takesNothing } from '#platform/db/database-file.ts';
import { DatabaseError, tryToWrite } from '#platform/db/db.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import { stopListening } from '#platform/http/closing.ts';
import { slowHeadOptions } from '#platform/http/slow-sockets.ts';
import { createLog } from '#platform/log.ts';
import { createOutages } from '#platform/outages.ts';
import { openStore, probeStore } from '#platform/storage/open-store.ts';
import { outageSentences } from '#shared/outage.ts';
import { openSite } from './backup/open-site.ts';
import { seedDemo } from './demo/seed.ts';
import { createHttpHandler, type HttpHandler } from './http-handler.ts';
import type { Health } from './monitoring/health.ts';
import { healthFacts } from './monitoring/health-facts.ts';
import { siteMetrics } from './monitoring/site-metrics.ts';
import { announce, credentials } from './operator/announce.ts';
import { builtPages } from './pages.ts';
import { createApp } from './server.ts';
import { startWorkerThread, type WorkerThread } from './worker/worker-supervisor.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** How long a stop may take before it is forced; below the 20 seconds that the hosts grant. */
const stopWithinMs = 18_000;

/**
 * How long new visitors are still let in after the signal to stop: until then a proxy has seen /readyz refuse, or had
 * its open connections closed by an answer rather than in the middle of a request.
 */
const noticeMs = 2000;

/** How long a stop waits for answers that are still being read. */
const patienceMs = 8000;

/** The server cannot listen; `message` is a sentence. */
class ListenError extends Error {}

await start().catch((error: unknown) => {
  const isExplained = error instanceof ConfigError || error instanceof DatabaseError || error instanceof ListenError;
  const outage = outageOf(error);
  if (isExplained) console.error(error.message);
  else console.error(outage ? `The site cannot start. ${outageSentences[outage]}` : error);
  if (error instanceof ConfigError) for (const line of misspeltSettings(process.env)) console.error(`  - ${line}`);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  for (const sentence of misspeltSettings(process.env)) log.warn(sentence);
  const database = await openSite(config, 'full', log);
  const outages = createOutages(config, log);
  const context: AppContext = { db: database.db, config, clock: systemClock, log, store: openStore(config), outages };
  let worker: WorkerThread | null = null;
  let isEnding = false;
  let stopLooking = () => {};
  const version = openContentVersion(config);
  const write = database.isFrozen ? () => startAnewWithRoom() : () => tryToWrite(database.db);
  if (database.isFrozen) await tryToWrite(database.db).catch(outages.report);
  const probes = { write, ...(config.databaseUrl ? { read: () => version.read(), cutOff: database.cutOff } : {}) };
  const stopWatching = outages.watch(probes);
  if (config.s3) void probeStore(context.store, log);
  // Before the demo's articles: a site that has articles already gets another name.
  await nameSite(context).catch(outages.report);
  await mendEventTimes(context).catch(outages.report);
  if (config.seedDemo) await seedDemo(context);

  const health: Health = { isStopping: false, isWorkerReady: false };
  const watch = createHealthWatch(context, healthFacts, () => health.isWorkerReady);
  health.findings = watch.findings;
  const told = { ...context, isUntold: watch.isUntold, isStopping: () => health.isStopping };
  const { pages, server } = await createPageServer(told, { health, version });
  server.prependListener('request', (_request, response) => {
    if (health.isStopping) response.shouldKeepAlive = false;
  });
  await warnOfOtherDomains(context).catch(outages.report);
  const administrator = await ensureFirstAdministrator(context.db, config.admin, context.clock.now());
  await listen(server, config).catch((error: unknown) => {
    console.log(credentials(administrator).join('\n'));
    throw error;
  });
  // After the site listens: the worker's modules take a while to load.
  worker = startWorkerThread(log, (isReady) => {
    health.isWorkerReady = isReady;
  });
  // Last of all: a password that is shown only once must not scroll away.
  announce(config, administrator);
  stopLooking = watch.start();

  /** On a full disk the database is opened read-only: once there is room, a new start opens it to write. */
  async function startAnewWithRoom(): Promise<void> {
    if (takesNothing(config.dataDir)) throw new StorageUnavailable('disk_full');
    await stop('room on the disk', () => (isEnding ? process.exit(0) : startAnew()));
  }

  const stop = stopperOf(context, { health, server, stopWorker: async () => worker?.stop(), close });
  async function close(): Promise<void> {
    stopLooking();
    stopWatching();
    await pages.close();
    await database.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isEnding = true;
      void stop(signal);
    });
}

type Running = {
  health: Health;
  server: Server;
  stopWorker: () => Promise<void>;
  /** Closes what requests and jobs need. */
  close: () => Promise<void>;
};

function stopperOf({ config, log }: AppContext, { health, server, stopWorker, close }: Running) {
  return async function stop(signal: string, then: () => never = () => process.exit(0)): Promise<void> {
    if (health.isStopping) return;
    health.isStopping = true;
    log.info('stopping', { signal });
    const forced = setTimeout(() => process.exit(1), stopWithinMs).unref();
    const workerStopped = stopWorker();
    if (config.trustProxy && signal === 'SIGTERM') await sleep(noticeMs);
    const { closed } = await stopListening(server);
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
    await Promise.all([closed, workerStopped]);
    await close();
    log.info('stopped');
    clearTimeout(forced);
    then();
  };
}

async function nameSite({ db, config, clock }: AppContext): Promise<void> {
  await ensureSiteName(db, config, { now: clock.now(), lastArticle: await lastArticleId(db) });
}

/** Replaces this process by a new one; where the system cannot, whoever supervises it has to start it. */
function startAnew(): never {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
  process.exit(1);
}

type PageParts = { health: Health; version: ContentVersion };

async function createPageServer(context: AppContext, { health, version }: PageParts) {
  if (context.config.isDevelopment) {
    const { developmentServer } = await import('./development.ts');
    return developmentServer(context, health, root);
  }
  const pages = await builtPages(dist, context.config.s3?.publicUrl);
  const whenWritten = () => version.expire();
  let handler: HttpHandler | null = null;
  const metrics = siteMetrics(context, () => handler?.cache ?? null, health.findings);
  const app = createApp(context, { pages, filesFolder: join(dist, 'client'), health, whenWritten, metrics });
  handler = createHttpHandler(context, { app, version, metrics });
  const server = createServer(slowHeadOptions, handler.listener);
  return { server, pages: { close: async () => version.close() } };
}

async function listen(server: Server, config: Config): Promise<void> {
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
