import { useSyncExternalStore } from 'react';
import { healthHeader } from '#features/health/finding.ts';
import type { Fetch } from '#shared/calls/api-client.ts';
import { Link } from '#ui/link.tsx';
import styles from './outage-notice.module.css';

let isUntold = false;
const listeners = new Set<() => void>();

/** Reads from each answer whether something is wrong that no e-mail can tell. */
export function withHealthDetection(fetchApi: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetchApi(path, init);
    const told = response.headers.get(healthHeader) !== null;
    if (told !== isUntold) {
      isUntold = told;
      for (const listener of listeners) listener();
    }
    return response;
  };
}

/** Above every screen, until it is well or somebody can be told by e-mail. */
export function HealthNotice() {
  const isShown = useSyncExternalStore(subscribe, () => isUntold);
  // The region stays: screen readers announce only changes in it.
  return (
    <div role="status">
      {isShown && (
        <p className={styles.notice}>
          Something is wrong with this site, and no e-mail can tell of it.{' '}
          <Link to="/admin/doctor">See what to do</Link>
        </p>
      )}
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
