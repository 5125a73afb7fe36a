import { type ReactNode, useEffect, useState } from 'react';
import styles from './notice.module.css';

/**
 * A form that does what the page's script does: shown at once without scripts, and after ten seconds when none has
 * come. `children` must not depend on what only the browser knows.
 */
export function NoScriptFallbackForm({ action, children }: { action: string; children: ReactNode }) {
  const [isNeeded, setNeeded] = useState(true);
  useEffect(() => setNeeded(false), []);
  if (!isNeeded) return null;
  return (
    <form className={styles.byHand} method="post" action={action}>
      {/* For browsers whose styles do not know whether scripts run. */}
      <noscript>
        <i className={styles.noScript} />
      </noscript>
      {children}
    </form>
  );
}
