import { type MouseEvent, type ReactNode, useId } from 'react';
import { Button } from '../forms/button.tsx';
import { Icon } from '../theme/icon.tsx';
import { useDisclosure } from '../use-disclosure.ts';
import styles from './menu.module.css';

/** A disclosure of buttons and links that are needed less often. It opens upwards; a press on one of them closes it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const { isOpen, setIsOpen, place, toggle } = useDisclosure<HTMLDivElement, HTMLButtonElement>();
  const id = useId();

  function closeAfter({ target, currentTarget }: MouseEvent) {
    if (!currentTarget.contains(target as Node) || !(target as Element).closest('button, a')) return;
    // Before a dialog opens, which gives the focus back to where it was.
    if (currentTarget.contains(document.activeElement)) toggle.current?.focus();
    setIsOpen(false);
  }

  return (
    <div ref={place} className={styles.menu}>
      <Button
        ref={toggle}
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((before) => !before)}
      >
        {label}
        <Icon name="chevron-down" size={16} />
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the buttons in it have keys */}
      <div id={id} className={`box ${styles.items}`} hidden={!isOpen} onClick={closeAfter}>
        {children}
      </div>
    </div>
  );
}

/** What the button before it does, in a second line that is pressed with it and describes it as `id`. */
export function MenuHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={`tiny ${styles.hint}`}>
      {children}
    </p>
  );
}

/** What ends something stands apart from what goes on with it. */
export function MenuApart({ children }: { children: ReactNode }) {
  return <div className={styles.apart}>{children}</div>;
}
