/** Reads what administrators are told without asking: once a second for all who look, whichever process has changed it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listLateSchedules } from '#features/articles/schedule/schedules.server.ts';
import { delayedIssues } from '#features/newsletter/issues/delayed-issues.server.ts';
import { findFactorDemand } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { LiveNews } from './live.ts';
import { beginVisit, colleaguesIn, refreshMs, type Visit } from './visits.ts';

const everyMs = 1000;

type Watch = { seconds: number; visit: Visit | null; signal: AbortSignal };

export function createNews(context: AppContext) {
  const listDelayed = delayedIssues(context);
  const readDelayed = readBriefly(listDelayed);
  const readLate = readBriefly(() => listLateSchedules(context.db));
  const readDemand = readBriefly(() => findFactorDemand(context.db, context.config, context.clock.now()));

  async function read(visit: Visit | null): Promise<LiveNews> {
    const colleagues = visit ? await colleaguesIn(context, visit) : [];
    const [delayed, lateSchedules] = [await readDelayed(), await readLate()];
    return { delayed, lateSchedules, colleagues, factorDemand: await readDemand() };
  }

  /** The news whenever they have changed, null to keep the connection open. */
  async function* follow({ seconds, visit, signal }: Watch, keep: () => Promise<unknown>) {
    const end = performance.now() + seconds * 1000;
    let told = '';
    let toldAt = performance.now();
    do {
      const news = await read(visit);
      const text = withoutCountdown(news);
      if (text !== told || performance.now() - toldAt > refreshMs) {
        toldAt = performance.now();
        await keep();
        yield text === told ? null : news;
        told = text;
      }
      if (performance.now() >= end) return;
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    } while (!signal.aborted && performance.now() < end && !context.isStopping?.());
  }

  function unseen(error: unknown): null {
    context.outages.report(error);
    return null;
  }

  return {
    async *watch(watch: Watch): AsyncGenerator<LiveNews | null> {
      // While nothing can be saved nobody is seen, and the rest of the news is told.
      const visit = watch.visit && (await beginVisit(context, watch.visit).catch(unseen));
      try {
        yield* follow(watch, async () => visit?.keep().catch(unseen));
      } finally {
        await visit?.end().catch(unseen);
      }
    },
  };
}

/** Browsers count down by themselves. */
function withoutCountdown(news: LiveNews): string {
  return JSON.stringify(news, (key, value: unknown) => (key === 'secondsLeft' ? undefined : value));
}

function readBriefly<T>(readAnew: () => Promise<T>): () => Promise<T> {
  let known: { until: number; value: Promise<T> } | null = null;
  return () => {
    if (known && performance.now() < known.until) return known.value;
    const value = readAnew();
    known = { until: performance.now() + everyMs * 0.9, value };
    value.catch(() => {
      known = null;
    });
    return value;
  };
}
