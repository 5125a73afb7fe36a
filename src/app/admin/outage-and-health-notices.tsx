import { useEffect } from 'react';
import type { Fetch } from '#shared/calls/api-client.ts';
import { isOutageCode, type OutageCode, outageHeader, outageSentences } from '#shared/outage.ts';
import { createStore } from '#ui/create-store.ts';
import { Link } from '#ui/router-link.tsx';
import styles from './outage-and-health-notices.module.css';

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

/** Shown above every screen until the checks pass or someone can be told by email. */
export function HealthNotice({ isIll }: { isIll: boolean }) {
  return (
    <div role="status">
      {isIll && (
        <p className={styles.notice}>
          Something is wrong with this site, and it cannot send an email about it.{' '}
          <Link to="/admin/doctor">See what to do</Link>
        </p>
      )}
    </div>
  );
}
