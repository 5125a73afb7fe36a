import { useCallback, useState } from 'react';
import type { AdminNotices } from '#app/notices/notices.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { usePolling } from '#ui/use-polling.ts';

/** Others' actions show up within this time. */
const longestMs = 30_000;

const nothing: AdminNotices = {
  delayed: [],
  mailServer: { waiting: null, pending: 0 },
  lateSchedules: [],
  isIll: false,
};

/** The notices above every screen: fetched with each screen, after `askAgain`, every 30 s, and every 2 s while a newsletter waits. */
export function useAdminNotices(pathname: string) {
  const api = useApi();
  const [news, setNews] = useState<AdminNotices | null>(null);
  const [round, setRound] = useState(0);
  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  usePolling(`${pathname} ${round}`, async (signal) => {
    const latest = await readNews(api, signal).catch(() => null);
    if (signal.aborted) return false;
    if (latest)
      setNews((before) => (before && withoutCountdown(before) === withoutCountdown(latest) ? before : latest));
    return Boolean((latest ?? news)?.delayed.length) || longestMs;
  });
  return { news: news ?? nothing, isTold: news !== null, askAgain };
}

/** Anyone who is signed out stays on the page until the next press. */
async function readNews(api: Api, signal: AbortSignal): Promise<AdminNotices> {
  return (await (await api.open('/live/admin', signal, true)).json()) as AdminNotices;
}

/** Without the countdown: browsers count by themselves, and screen readers announce a notice once. */
function withoutCountdown(news: AdminNotices): string {
  return JSON.stringify(news, (key, value: unknown) => (key === 'secondsLeft' ? undefined : value));
}
