import { useCallback, useState } from 'react';
import type { AdminNotices } from '#app/notices/notices.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { usePolling } from '#ui/use-polling.ts';

/** What someone else has done is told within this time. */
const longestMs = 30_000;

const nothing: AdminNotices = {
  delayed: [],
  mailServer: { waiting: null, pending: 0 },
  lateSchedules: [],
  isIll: false,
  nextPlan: null,
};

/** What stands above every screen: asked for with each one, after `askAgain`, every half a minute, and every two seconds while something moves. */
export function useAdminNotices(pathname: string) {
  const api = useApi();
  const [told, setTold] = useState<AdminNotices | null>(null);
  const news = told ?? nothing;
  const [round, setRound] = useState(0);
  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  usePolling(`${pathname} ${round}`, async (signal) => {
    const latest = await readNews(api, signal).catch(() => null);
    if (signal.aborted) return false;
    if (latest) setTold((before) => (withoutCountdown(before) === withoutCountdown(latest) ? before : latest));
    // Without an answer it is asked again as soon as what is known may move.
    return nextLook(latest ?? news);
  });
  return { news, isKnown: told !== null, askAgain };
}

/** Anyone who is signed out stays on the page until the next press. */
async function readNews(api: Api, signal: AbortSignal): Promise<AdminNotices> {
  return (await (await api.open('/live/admin', signal, true)).json()) as AdminNotices;
}

function nextLook({ delayed, nextPlan }: AdminNotices): boolean | number {
  return delayed.length > 0 || Math.min((nextPlan?.secondsLeft ?? longestMs) * 1000, longestMs);
}

/** Browsers count down by themselves, and a screen reader is told once. */
function withoutCountdown(news: AdminNotices | null): string {
  return JSON.stringify(news, (key, value: unknown) => (key === 'secondsLeft' ? undefined : value));
}
