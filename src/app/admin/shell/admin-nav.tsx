import { useId } from 'react';
import { useLocation } from 'react-router';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { fromMenu, useLeaveGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { NavLink } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { useDisclosure } from '#ui/use-disclosure.ts';
import { signOut } from '../session/session.ts';
import styles from './admin-nav.module.css';
import { BarName } from './early-bar.tsx';
import { accountItem, isCurrentFromElsewhere, mainItems, moreGroups, moreItems } from './menu-links.ts';

/** Key it by the path, so that a navigation closes the menus. */
export function AdminNav() {
  const { isOpen, setIsOpen, place, toggle } = useDisclosure<HTMLElement, HTMLButtonElement>();
  const { mayLeave, underWay } = useLeaveGuard();
  const { sender } = useDraftsContext();
  const { pathname } = useLocation();
  const { shortName } = useSettings();

  async function leave() {
    if (!(await mayLeave())) return;
    underWay.clear();
    // Others may use this computer: nothing stays in this browser that the site can have.
    await sender.sendNow();
    await signOut(sender.list().length > 0 ? 'What you typed and did not save is kept.' : '');
  }

  return (
    <header ref={place} className={`line ${styles.bar}`} data-screen-only>
      <BarName shortName={shortName} />
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="admin-menu"
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'close' : 'menu'} size={26} />
      </button>
      <nav id="admin-menu" className={styles.menu} data-open={isOpen || undefined} aria-label="Administrator">
        {mainItems.map(([to, label]) => (
          <NavLink
            key={to}
            to={to}
            state={fromMenu}
            // Not current on a screen below it that has its own link under 'More'.
            end={moreItems.some(([other]) => other.startsWith(`${to}/`))}
            className={styles.link}
            {...(isCurrentFromElsewhere(to, pathname) && { 'aria-current': 'page' })}
            onClick={() => setIsOpen(false)}
          >
            {label}
          </NavLink>
        ))}
        <More onChosen={() => setIsOpen(false)} />
        <span className={styles.gap} />
        <a className={styles.link} href="/" target="_blank" rel="noopener">
          View site ↗
        </a>
        <NavLink to={accountItem[0]} className={`${styles.link} ${styles.account}`} onClick={() => setIsOpen(false)}>
          <Icon name="person" size={18} />
          <span>{accountItem[1]}</span>
        </NavLink>
        <button type="button" className={styles.link} onClick={() => void leave()}>
          Logout
        </button>
      </nav>
    </header>
  );
}

/** A disclosure in the bar. On small screens its links follow the others. */
function More({ onChosen }: { onChosen: () => void }) {
  const { pathname } = useLocation();
  const { isOpen, setIsOpen, place, toggle } = useDisclosure<HTMLDivElement, HTMLButtonElement>();
  const id = useId();
  const hasCurrent = moreItems.some(([to]) => pathname === to || pathname.startsWith(`${to}/`));

  function choose() {
    setIsOpen(false);
    onChosen();
  }

  return (
    <div ref={place} className={styles.more}>
      <button
        ref={toggle}
        type="button"
        className={`${styles.link} ${styles.moreToggle}`}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-current={hasCurrent || undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        More
        <Icon name="chevron-down" size={16} />
      </button>
      <div id={id} className={styles.moreItems} data-open={isOpen || undefined}>
        {moreGroups.map(([title, items]) => (
          <div key={title} className={styles.group} role="group" aria-label={title}>
            <p className="tiny" aria-hidden="true">
              {title}
            </p>
            {items.map(([to, label]) => (
              <NavLink key={to} to={to} state={fromMenu} className={styles.link} onClick={choose}>
                {label}
              </NavLink>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
