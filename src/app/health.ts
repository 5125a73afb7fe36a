/** /healthz says that the process lives, /readyz that it can serve: the database answers and it is not stopping. */
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppContext } from '#platform/context.ts';
import type { ApiEnv } from '#platform/http/api.ts';

export type Health = { isStopping: boolean; isWorkerReady: boolean };

export function healthRoutes({ db, log }: AppContext, health: Health): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await answers(() => sql`select 1`.execute(db), log);
    const isReady = database && health.isWorkerReady && !health.isStopping;
    const parts = { database, worker: health.isWorkerReady, stopping: health.isStopping };
    return c.json({ status: isReady ? 'ready' : 'not ready', ...parts }, isReady ? 200 : 503);
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
