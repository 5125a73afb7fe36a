import type { ReactNode, Ref } from 'react';
import { buttonClass } from '#ui/forms/button.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './calendar-menu.module.css';

type CalendarMenuProps = {
  label: string;
  /** Whether it lies over what is below it. */
  isFloating?: boolean;
  ref?: Ref<HTMLDetailsElement>;
  children: ReactNode;
};

/** A button that shows what is in it, also without scripts. */
export function CalendarMenu({ label, isFloating = false, ref, children }: CalendarMenuProps) {
  return (
    <details ref={ref} className={`${styles.menu} ${isFloating ? styles.floating : ''}`}>
      <summary className={`${buttonClass({ variant: 'quiet', size: 'small' })} ${styles.summary}`}>
        <Icon name="calendar" />
        {label}
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.panel}>{children}</div>
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
          {note && <span className={styles.note}>{note}</span>}
        </span>
        {isElsewhere && <Icon name="external" />}
      </a>
    </li>
  );
}
