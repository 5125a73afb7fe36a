import { useEffect } from 'react';
import type { Fetch } from '#shared/calls/api-client.ts';
import { isOutageCode, type OutageCode, outageHeader, outageSentences } from '#shared/outage.ts';
import { createStore } from '#ui/create-store.ts';
import styles from './outage-notice.module.css';

const askAgainMs = 15_000;

const known = createStore<OutageCode | null>(null);

/** Reads from each answer whether the site can save. */
export function withOutageDetection(fetchApi: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetchApi(path, init);
    const told = response.headers.get(outageHeader);
    known.set(isOutageCode(told) ? told : null);
    return response;
  };
}

/** Above every screen while nothing can be saved. `ask` makes any call, whose answer shows when the outage is over. */
export function OutageNotice({ ask }: { ask: () => Promise<unknown> }) {
  const outage = known.useValue();
  useEffect(() => {
    if (!outage) return;
    const timer = setInterval(() => void ask().catch(() => undefined), askAgainMs);
    return () => clearInterval(timer);
  }, [outage, ask]);
  // The region stays: screen readers announce only changes in it.
  return (
    <div role="status">
      {outage && (
        <p className={styles.notice}>
          {outageSentences[outage]}
          {outage !== 'disk_low' && ' What you write is kept in this browser.'}
        </p>
      )}
    </div>
  );
}
