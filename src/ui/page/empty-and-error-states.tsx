import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './empty-and-error-states.module.css';
import { focusHeading } from './focus.ts';

type WordsProps = { title?: string | undefined; message?: string | undefined; headingLevel?: 1 | 2 | 3 };
type StateProps = WordsProps & { children?: ReactNode };

/** Nothing to show: a title, a hint and what the reader can do next. */
export function EmptyState({ children, ...words }: StateProps) {
  return (
    <div className={styles.state}>
      <Logo size={48} />
      <Words {...words} />
      {children && <div className={`row ${styles.actions}`}>{children}</div>}
    </div>
  );
}

/** The same as a single line, for one block among others. */
export function EmptyBlock({ children, ...words }: StateProps) {
  return (
    <div className={`line ${styles.block}`}>
      <div>
        <Words {...words} />
      </div>
      <div className={`row ${styles.actions}`}>{children}</div>
    </div>
  );
}

/** Something failed. Leave `onRetry` out where trying again cannot help. */
export function ErrorState({
  onRetry,
  retryLabel = 'Try Again',
  children,
  ...words
}: StateProps & { onRetry?: () => void; retryLabel?: string }) {
  return (
    <div className={styles.state} role="alert">
      <Words {...words} />
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

function Words({ title, message, headingLevel = 3 }: WordsProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <>
      {title && <Heading className={styles.title}>{title}</Heading>}
      {message && <p>{message}</p>}
    </>
  );
}
