import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './empty-and-error-states.module.css';
import { focusHeading } from './focus.ts';

type StateProps = { title?: string; message?: string | undefined; headingLevel?: 1 | 2 | 3; children?: ReactNode };

/** Nothing to show: a title, a hint and what the reader can do next. */
export function EmptyState({ title, message, headingLevel = 3, children }: StateProps) {
  return (
    <div className={styles.state}>
      <Logo size={48} />
      <Words title={title} message={message} headingLevel={headingLevel} />
      {children && <div className={`row ${styles.actions}`}>{children}</div>}
    </div>
  );
}

/** The same as a single line, for one block among others. */
export function EmptyBlock({ title, message, children }: StateProps) {
  return (
    <div className={`line ${styles.block}`}>
      <div>
        <Words title={title} message={message} headingLevel={3} />
      </div>
      <div className={`row ${styles.actions}`}>{children}</div>
    </div>
  );
}

/** Something failed. Leave `onRetry` out where trying again cannot help. */
export function ErrorState({
  title,
  message,
  headingLevel = 3,
  onRetry,
  retryLabel = 'Try Again',
  children,
}: StateProps & { onRetry?: () => void; retryLabel?: string }) {
  return (
    <div className={styles.state} role="alert">
      <Words title={title} message={message} headingLevel={headingLevel} />
      <div className={`row ${styles.actions}`}>
        {onRetry && (
          <Button
            variant="quiet"
            onClick={(event) => {
              focusHeading(event.currentTarget);
              onRetry();
            }}
          >
            {retryLabel}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

function Words({
  title,
  message,
  headingLevel,
}: {
  title?: string | undefined;
  message?: string | undefined;
  headingLevel: 1 | 2 | 3;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <>
      {title && <Heading className={styles.title}>{title}</Heading>}
      {message && <p>{message}</p>}
    </>
  );
}
