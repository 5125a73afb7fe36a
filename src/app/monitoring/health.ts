/** /healthz: the process lives, and is not about to end. /readyz: it can serve. /metrics: its figures, for those with the token. */
import { Hono } from 'hono';
import type { Finding, Level } from '#features/health/finding.ts';
import type { AppContext } from '#platform/context.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import type { Metrics } from '#platform/metrics.ts';
import { isSignature } from '#platform/tokens.ts';
import { aboutAccounts } from '../doctor/doctor.ts';
import { mailsByState } from './mails-by-state.ts';
import { probeRoutes } from './probe.ts';

const mailsKnownForMs = 5000;

export type Health = {
  isStopping: boolean;
  isWorkerReady: boolean;
  /** What the last looks at the site have found. */
  findings?: () => Finding[];
};

export function healthRoutes(context: AppContext, health: Health, metrics?: Metrics): Hono<ApiEnv> {
  const { config, outages } = context;
  const { metricsToken } = config;
  const app = new Hono<ApiEnv>();
  const waitingMails = rememberedFor(mailsKnownForMs, () => readWaitingMails(context));
  // A proxy that asks here sends nothing more to a process that is about to end.
  app.get('/healthz', (c) => (health.isStopping ? c.json({ status: 'stopping' }, 503) : c.json({ status: 'ok' })));
  app.get('/readyz', async (c) => {
    const database = await canSignIn(context);
    const isReady = database && health.isWorkerReady && !health.isStopping;
    const parts = { database, worker: health.isWorkerReady, stopping: health.isStopping };
    const storage = { mode: outages.current()?.reason ?? 'normal', diskFreeBytes: outages.freeBytes() };
    const checks = { bad: namesOf(health, 'bad'), look: namesOf(health, 'look') };
    const mails = database ? await waitingMails() : null;
    return c.json(
      { status: isReady ? 'ready' : 'not ready', ...parts, ...storage, checks, mails },
      isReady ? 200 : 503,
    );
  });
  app.route('/', probeRoutes(context));
  if (metrics && metricsToken)
    app.get('/metrics', async (c) => {
      const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      if (!isSignature(given, metricsToken)) return c.text('METRICS_TOKEN is needed as bearer.', 401);
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
      return c.body(await metrics.text(), 200, headers);
    });
  return app;
}

/** What is merely bad keeps nobody from reading: it makes no instance unready. Anybody can ask: nothing about accounts. */
function namesOf({ findings = () => [] }: Health, level: Level): string[] {
  return findings()
    .filter((finding) => finding.level === level && !aboutAccounts.has(finding.check))
    .map(({ check }) => check);
}

/** True during an outage of writing too. */
async function canSignIn({ db, outages }: AppContext): Promise<boolean> {
  try {
    outages.refuseUnreadable();
    const query = db.selectFrom('administrators').select('id').where('isActive', '=', true).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  } catch (error) {
    outages.report(error);
    return false;
  }
}

/** Null when they cannot be counted. */
async function readWaitingMails({ db, outages }: AppContext) {
  try {
    return { letters: await mailsByState(db, 'emails'), deliveries: await mailsByState(db, 'deliveries') };
  } catch (error) {
    if (!outages.report(error)) throw error;
    return null;
  }
}

/** A proxy may ask every second, but counting a long queue takes a while. */
function rememberedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; until: number } | null = null;
  return () => {
    if (!last || performance.now() > last.until) last = { value: read(), until: performance.now() + ms };
    return last.value;
  };
}
