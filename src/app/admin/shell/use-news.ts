import { useEffect, useState } from 'react';
import { followNews } from '#app/live/live.client.ts';
import type { LiveNews } from '#app/live/live.ts';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';

/** What the page itself asks for comes first. */
const settledAfterMs = 1200;
const againAfterMs = 3000;
/** Undefined until the first news have come. */
type News = Omit<LiveNews, 'factorDemand'> & { factorDemand: LiveNews['factorDemand'] | undefined };

const nothing: News = { delayed: [], lateSchedules: [], colleagues: [], factorDemand: undefined };

type Wanted = {
  /** The form that is open, for colleagues who open it too. */
  form: string | null;
  /** It would be refused. */
  isOff: boolean;
};

/** What the server tells without being asked, while the page is in view: a hidden one leaves its connection to others. */
export function useNews({ form, isOff }: Wanted): News {
  const api = useApi();
  const [{ news, of }, setTold] = useState<{ news: News; of: string | null }>({ news: nothing, of: null });
  useEffect(() => {
    if (isOff) return;
    let following: AbortController | null = null;

    async function follow(signal: AbortSignal) {
      await pause(settledAfterMs, signal);
      while (!signal.aborted)
        try {
          await followNews(api, { form, signal, onNews: (news) => !signal.aborted && setTold({ news, of: form }) });
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) return;
          await pause(againAfterMs, signal);
        }
    }

    function look() {
      following?.abort();
      following = null;
      if (document.visibilityState === 'hidden') return;
      following = new AbortController();
      void follow(following.signal);
    }

    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      following?.abort();
      document.removeEventListener('visibilitychange', look);
    };
  }, [api, form, isOff]);
  if (isOff) return nothing;
  // Who was in the form before is in this one only when the server says so.
  return of === form ? news : { ...news, colleagues: nothing.colleagues };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
