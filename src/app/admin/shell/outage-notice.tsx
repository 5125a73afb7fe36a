import { useEffect, useSyncExternalStore } from 'react';
import type { Fetch } from '#shared/api-client.ts';
import { isStorageRefusal, outageHeader, outageSentences, type StorageRefusal } from '#shared/outage.ts';
import styles from './outage-notice.module.css';

const askAgainMs = 15_000;

let known: StorageRefusal | null = null;
const listeners = new Set<() => void>();

/** `fetch` that notes what each answer says about the site's storage. */
export function withOutageDetection(fetchApi: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetchApi(path, init);
    const told = response.headers.get(outageHeader);
    note(isStorageRefusal(told) ? told : null);
    return response;
  };
}

/** Above every screen while nothing can be saved. `ask` makes any call, whose answer tells when it is over. */
export function OutageNotice({ ask }: { ask: () => Promise<unknown> }) {
  const outage = useSyncExternalStore(subscribe, () => known);
  useEffect(() => {
    if (!outage) return;
    const timer = setInterval(() => void ask().catch(() => undefined), askAgainMs);
    return () => clearInterval(timer);
  }, [outage, ask]);
  // The region stays, so that a change in it is read out.
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

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function note(outage: StorageRefusal | null): void {
  if (outage === known) return;
  known = outage;
  for (const listener of listeners) listener();
}
