import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './screen-parts.module.css';
import { siteName } from './site-name.ts';

type HeadProps = { title: string; about?: ReactNode; children?: ReactNode };

/** The head of an administrator's screen: what it is `about`, and what can be done on it as a whole. */
export function ScreenHead({ title, about, children }: HeadProps) {
  return (
    <header className={`row ${styles.head}`}>
      <div>
        <title>{`${title} · ${siteName.useValue()} Admin`}</title>
        <h1 className={styles.title}>{title}</h1>
        {about && <p className={`muted ${styles.about}`}>{about}</p>}
      </div>
      {children && <div className={`row ${styles.actions}`}>{children}</div>}
    </header>
  );
}

export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={`box ${styles.panel}`} aria-label={title}>
      {title && <h2 className={styles.panelTitle}>{title}</h2>}
      {children}
    </section>
  );
}

/** A form beside what belongs to it; one column on small screens. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}

/** For a form without an aside: no wider than is comfortable to read. */
export function NarrowColumn({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>;
}

/** Above the cards: 'Articles (27)'; `first` directly below the screen's head. */
export function ListHead({ first, children }: { first?: boolean; children: ReactNode }) {
  return (
    <h2 className={styles.listHead} data-first={first || undefined} data-list-head tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Screen readers read it at once. `inSight` keeps it visible far down a list. */
export function Alert({ inSight, children }: { inSight?: boolean; children: ReactNode }) {
  return (
    <div className={styles.alert} data-in-sight={inSight || undefined} role="alert">
      {children}
    </div>
  );
}

/** A notice that is not an error. `isWarning` if it may not be intended. */
export function Notice({ isWarning, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-warning={isWarning || undefined}>
      {children}
    </div>
  );
}

export function ActionRow({ centred, below, children }: { centred?: boolean; below?: boolean; children: ReactNode }) {
  return (
    <div className={`row ${styles.actions}`} data-centred={centred || undefined} data-below={below || undefined}>
      {children}
    </div>
  );
}

export function FormStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Being disabled costs a field the focus. It gets it back. */
export function FieldGroup({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!disabled && document.activeElement === document.body) focused.current?.focus({ preventScroll: true });
  }, [disabled]);
  return (
    <fieldset
      className={styles.group}
      disabled={disabled}
      onFocus={({ target }) => {
        focused.current = target as HTMLElement;
      }}
      onBlur={({ currentTarget }) => {
        if (!currentTarget.disabled) focused.current = null;
      }}
    >
      {children}
    </fieldset>
  );
}

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** `startsOpen` when one of its fields has an unusual value. */
export function MoreOptions({ startsOpen = false, children }: { startsOpen?: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>More options</summary>
      {isOpen && <div className={styles.stack}>{children}</div>}
    </details>
  );
}
