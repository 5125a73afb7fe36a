import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSettings, useSiteUrl } from '#features/settings/pages/site.ts';
import { Button } from '#ui/forms/button.tsx';
import { subscriptionLinks } from './calendar-links.ts';
import styles from './calendar-menu.module.css';
import { CalendarLink, CalendarMenu } from './calendar-menu.tsx';

export function SubscribeToCalendar() {
  const links = subscriptionLinks(useSiteUrl(), useSettings().societyName);
  const menu = useRef<HTMLDetailsElement>(null);
  useClosingByItself(menu);
  return (
    <CalendarMenu label="Subscribe to calendar" isFloating ref={menu}>
      <ul className={styles.links}>
        <CalendarLink href={links.app}>Apple and phones</CalendarLink>
        <CalendarLink href={links.google} isElsewhere note="Google looks again about once a day.">
          Google
        </CalendarLink>
        <CalendarLink href={links.outlookAtWork} isElsewhere>
          Outlook at university or work
        </CalendarLink>
        <CalendarLink href={links.outlook} isElsewhere>
          Outlook.com
        </CalendarLink>
      </ul>
      <AddressToCopy address={links.address} />
    </CalendarMenu>
  );
}

/** Without a clipboard, as without https, the address is selected for copying by hand. */
function AddressToCopy({ address }: { address: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');

  async function copy() {
    setTold('');
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    if (!isCopied) field.current?.select();
    setTold(isCopied ? 'Address copied' : 'The address is selected.');
  }

  return (
    <div className={styles.address}>
      <label htmlFor={id}>For any other calendar</label>
      <div className={styles.line}>
        <input ref={field} id={id} readOnly value={address} />
        <Button variant="quiet" size="small" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p role="status">{told}</p>
    </div>
  );
}

/** Closes it by Escape, and when somebody presses or goes elsewhere. */
function useClosingByItself(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    function closeFromOutside({ target }: Event) {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    }
    function closeByEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
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
