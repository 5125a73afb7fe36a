/** /healthz says that the process lives, /readyz that it can serve, /metrics how it fares, to whoever has the token. */
import { Hono } from 'hono';
import { sql } from '#kysely';
import type { AppContext } from '#platform/context.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import type { Metrics } from '#platform/metrics.ts';
import { isSignature } from '#platform/secrets.ts';

export type Health = { isStopping: boolean; isWorkerReady: boolean };

export function healthRoutes({ db, log, config }: AppContext, health: Health, metrics?: Metrics): Hono<ApiEnv> {
  const { metricsToken } = config;
  const app = new Hono<ApiEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await answers(() => sql`select 1`.execute(db), log);
    const isReady = database && health.isWorkerReady && !health.isStopping;
    const parts = { database, worker: health.isWorkerReady, stopping: health.isStopping };
    return c.json({ status: isReady ? 'ready' : 'not ready', ...parts }, isReady ? 200 : 503);
  });
  if (metrics && metricsToken)
    app.get('/metrics', async (c) => {
      const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      if (!isSignature(given, metricsToken)) return c.text('METRICS_TOKEN is needed as bearer.', 401);
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
      return c.body(await metrics.text(), 200, headers);
    });
  return app;
}

async function answers(ask: () => Promise<unknown>, log: AppContext['log']): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    log.warn('database does not answer', { error });
    return false;
  }
}
