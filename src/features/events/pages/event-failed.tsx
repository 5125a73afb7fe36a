import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Width } from '#ui/page/page-sections.tsx';
import { eventMessages } from '../event.ts';
import styles from './event.module.css';

/** The list stays; a toast says what failed, or without scripts a sentence above the list. */
export function EventFailed() {
  const error = useRouteError();
  useEffect(() => {
    const id = toast.error(eventMessages.loadFailed);
    return () => toast.dismiss(id);
  }, [error]);
  const isMissing = (error as { status?: unknown } | null)?.status === 404;
  return (
    <>
      <PageMeta title={isMissing ? 'Event Not Found' : eventMessages.loadFailed} />
      <noscript>
        {import.meta.env.SSR && isMissing && (
          <Width>
            <p className={styles.missing}>The event you’re looking for doesn’t exist or has been removed.</p>
          </Width>
        )}
      </noscript>
    </>
  );
}
