import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Width } from '#ui/page/page-sections.tsx';
import { eventMessages } from '../event.ts';
import styles from './event.module.css';

/** The list stays; a toast says what failed (C4), and a sentence above the list that there is no such event. */
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
      {isMissing && (
        <Width>
          <p className={styles.missing}>Event not found</p>
        </Width>
      )}
    </>
  );
}
