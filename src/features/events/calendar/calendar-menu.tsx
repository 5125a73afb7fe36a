import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { buttonClass } from '#ui/forms/button.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './calendar-menu.module.css';

type CalendarMenuProps = {
  label: string;
  /** At the end of a list's head, not among an event's buttons. */
  isInHead?: boolean;
  children: ReactNode;
};

/** A button that shows what is in it, over what is below, also without scripts. */
export function CalendarMenu({ label, isInHead = false, children }: CalendarMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosingByItself(menu);
  return (
    <details ref={menu} className={`${styles.menu} ${isInHead ? styles.inHead : ''}`}>
      <summary className={`${buttonClass({ variant: 'quiet', ...(isInHead && { size: 'small' }) })} ${styles.summary}`}>
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

/** Closes it by Escape, and when somebody presses or goes elsewhere. */
function useClosingByItself(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    function closeFromOutside({ target }: Event) {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    }
    function closeByEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      // Else it closes the dialog that it lies in as well.
      event.preventDefault();
      menu.current.querySelector('summary')?.focus();
    }
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointerdown', closeFromOutside, { signal });
    document.addEventListener('focusin', closeFromOutside, { signal });
    document.addEventListener('keydown', closeByEscape, { signal });
    return () => listeners.abort();
  }, [menu]);
}
