import { type ReactNode, useEffect, useState } from 'react';
import styles from './notice.module.css';

/**
 * A form that does by itself what the page's script does: shown at once where no script runs, and after ten seconds where none has
 * come. `children` must not depend on what only the browser knows.
 */
export function NoScriptForm({ action, children }: { action: string; children: ReactNode }) {
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
