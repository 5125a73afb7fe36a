/** /healthz: the process lives, and is not about to end. /readyz: it can serve. Why not, and /metrics: for those with the token. */

import { Hono } from 'hono';
import { isClaimed } from '#features/accounts/links/account-links.server.ts';
import type { CheckResult } from '#features/health/check-result.ts';
import type { AppContext } from '#platform/context.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { isSignature } from '#platform/tokens.ts';
import { countWaitingMails } from './count-waiting-mails.ts';
import type { Metrics } from './site-metrics.ts';

export type Health = {
  isStopping: boolean;
  isWorkerReady: boolean;
  /** The results of the last checks. */
  findings?: () => CheckResult[];
};

export function healthRoutes(context: AppContext, health: Health, metrics?: Metrics): Hono<ApiEnv> {
  const { db, config, outages } = context;
  const { metricsToken } = config;
  const app = new Hono<ApiEnv>();
  // A proxy that checks this address stops sending requests to a stopping process.
  app.get('/healthz', (c) => (health.isStopping ? c.json({ status: 'stopping' }, 503) : c.json({ status: 'ok' })));
  app.get('/readyz', async (c) => {
    const database = await canSignIn(context);
    const isReady = database && health.isWorkerReady && !health.isStopping;
    const status = isReady ? 'ready' : 'not ready';
    const code = isReady ? 200 : 503;
    if (!hasToken(c.req.header('authorization'), metricsToken)) return c.json({ status }, code);
    const parts = { database, worker: health.isWorkerReady, stopping: health.isStopping };
    const storage = { mode: outages.current()?.reason ?? 'normal', diskFreeBytes: outages.freeBytes() };
    const readMails = async () => ({
      letters: await countWaitingMails(db, 'others'),
      deliveries: await countWaitingMails(db, 'newsletters'),
    });
    return c.json({ status, ...parts, ...storage, mails: database ? await outages.readOrNull(readMails) : null }, code);
  });
  if (metrics && metricsToken)
    app.get('/metrics', async (c) => {
      if (!hasToken(c.req.header('authorization'), metricsToken))
        return c.text('METRICS_TOKEN is needed as bearer.', 401);
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
      return c.body(await metrics.text(), 200, headers);
    });
  return app;
}

function hasToken(authorization = '', token: string | undefined): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  return token !== undefined && isSignature(given, token);
}

/** True during an outage of writing too, and while the link of the first administrator waits to be opened. */
async function canSignIn({ db, outages }: AppContext): Promise<boolean> {
  try {
    outages.refuseUnreadable();
    const query = db.selectFrom('administrators').select('id').where('isActive', '=', true).limit(1);
    return (await query.executeTakeFirst()) !== undefined || !(await isClaimed(db));
  } catch (error) {
    outages.report(error);
    return false;
  }
}
