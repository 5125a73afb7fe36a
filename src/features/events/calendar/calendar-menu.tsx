import type { ReactNode } from 'react';
import { buttonClass } from '#ui/forms/button.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { useDetails } from '#ui/use-disclosure.ts';
import styles from './calendar-menu.module.css';

type CalendarMenuProps = {
  label: string;
  /** At the end of a list's head, not among an event's buttons. */
  isInHead?: boolean;
  children: ReactNode;
};

/** A button that opens a menu over the content below, also without scripts. */
export function CalendarMenu({ label, isInHead = false, children }: CalendarMenuProps) {
  const { details, toggle } = useDetails();
  return (
    <details {...details} className={`${styles.menu} ${isInHead ? styles.inHead : ''}`} data-screen-only>
      <summary
        ref={toggle}
        className={`${buttonClass({ variant: 'quiet', ...(isInHead && { size: 'small' }) })} ${styles.summary}`}
      >
        <Icon name="calendar" />
        {label}
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.panel} id={isInHead ? 'calendar' : undefined}>
        {children}
      </div>
    </details>
  );
}

type CalendarLinkProps = { href: string; isElsewhere?: boolean; note?: string; children: ReactNode };

export function CalendarLink({ href, isElsewhere = false, note, children }: CalendarLinkProps) {
  return (
    <li>
      <a className={styles.link} href={href} {...(isElsewhere && { target: '_blank', rel: 'noopener' })}>
        <span>
          {children}
          {note && <span className={`tiny ${styles.note}`}>{note}</span>}
        </span>
        {isElsewhere && <Icon name="external" />}
      </a>
    </li>
  );
}
