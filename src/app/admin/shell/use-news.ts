import { useCallback, useEffect, useState } from 'react';
import { readNews } from '#app/live/live.client.ts';
import type { LiveNews } from '#app/live/live.ts';
import { useApi } from '#ui/api.ts';

const movingMs = 2000;
const longestMs = 3_600_000;

const nothing: LiveNews = { delayed: [], lateSchedules: [], nextPlan: null };

/** What stands above every screen: asked for with each one, after `askAgain`, and every two seconds while something of it moves. */
export function useNews(pathname: string) {
  const api = useApi();
  const [news, setNews] = useState(nothing);
  const [round, setRound] = useState(0);
  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  const asked = `${pathname} ${round}`;
  useEffect(() => {
    if (asked === '') return;
    const over = new AbortController();
    let known = nothing;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask() {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return;
      // Without an answer it is asked again as soon as what is known may move.
      known = await readNews(api, over.signal).catch(() => known);
      if (over.signal.aborted) return;
      const told = known;
      if (told !== nothing) setNews((before) => (withoutCountdown(before) === withoutCountdown(told) ? before : told));
      const ms = pauseAfter(known);
      if (ms !== null) timer = setTimeout(() => void ask(), ms);
    }

    const look = () => void ask();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      over.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [api, asked]);
  return { news, askAgain };
}

/** Milliseconds; null while nothing moves. */
function pauseAfter({ delayed, nextPlan }: LiveNews): number | null {
  if (delayed.length > 0) return movingMs;
  return nextPlan && Math.min(Math.max(nextPlan.secondsLeft * 1000, movingMs), longestMs);
}

/** Browsers count down by themselves, and a screen reader is told once. */
function withoutCountdown(news: LiveNews): string {
  return JSON.stringify(news, (key, value: unknown) => (key === 'secondsLeft' ? undefined : value));
}
