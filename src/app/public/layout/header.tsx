import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { JoinLink } from '#features/settings/pages/join-link.tsx';
import { usePageSettings, usePagesWhere } from '#features/settings/pages/site-context.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link, NavLink } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import { ThemeSwitch } from '#ui/theme/theme-switch.tsx';
import { useDetails } from '#ui/use-disclosure.ts';
import styles from './header.module.css';

const pages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/articles', label: 'Articles' },
  { to: '/events', label: 'Events' },
];

export function Header() {
  const { shortName } = usePageSettings();
  // The server takes no more than five. A page restored from the bin may be a sixth.
  const own = usePagesWhere('place', 'menu').slice(0, 5);
  const { isOpen, open, close, toggle } = useMenu();
  return (
    <header className={styles.header} data-screen-only>
      <div className={`line ${styles.bar}`}>
        <Link className={styles.brand} data-long={shortName.length > 16 || undefined} to="/" onClick={close}>
          <Logo size={38} />
          <span {...languageAttributes(shortName)}>{shortName}</span>
        </Link>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          data-early
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={isOpen ? close : open}
        >
          <Icon name={isOpen ? 'close' : 'menu'} size={26} />
        </button>
        <nav id="menu" className={styles.menu} data-open={isOpen} aria-label="Main">
          <ul className={styles.links}>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <NavLink className={styles.link} to={to} end={to === '/'} onClick={close}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          {own.length > 0 && (
            <OwnPages>
              {own.map(({ path, title }) => (
                <li key={path}>
                  <NavLink className={styles.link} to={path} onClick={close} dir="auto">
                    {title}
                  </NavLink>
                </li>
              ))}
            </OwnPages>
          )}
          <JoinLink onClick={close}>Join Society</JoinLink>
        </nav>
        <span className={styles.theme}>
          <ThemeSwitch />
        </span>
      </div>
    </header>
  );
}

/**
 * The society's own pages: in the bar's row if it has room for all of them, else in a menu. The styles decide, so that it
 * is right without scripts. The last list belongs to the menu of a small screen. In the bar it is hidden and measures.
 */
function OwnPages({ children }: { children: ReactNode }) {
  const { details, toggle, close } = useDetails();
  return (
    <div className={styles.own}>
      <div className={styles.fitting}>
        <ul className={styles.links}>{children}</ul>
        <details {...details} className={styles.more}>
          <summary ref={toggle} className={styles.link}>
            More
            <Icon name="chevron-down" size={16} />
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the links in it have keys */}
          <ul className={styles.panel} onClick={({ target }) => target instanceof HTMLAnchorElement && close()}>
            {children}
          </ul>
        </details>
      </div>
      <ul className={styles.links}>{children}</ul>
    </div>
  );
}

/** The menu of a small screen; `toggle` is its button. */
function useMenu() {
  const { key } = useLocation();
  // The key of the location where the menu was opened. A navigation changes the key, and so closes the menu.
  const [openAt, setOpenAt] = useState('');
  const isOpen = openAt === key;
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // after-paint.ts may have opened the menu before this code ran. It stays open.
    if (toggle.current?.getAttribute('aria-expanded') === 'true') setOpenAt(key);
    toggle.current?.removeAttribute('data-early');
  }, [key]);

  useEffect(() => {
    if (!isOpen) return;
    // Listens on the page, not on the button: in some browsers a click does not focus a button.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt('');
      toggle.current?.focus();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  return { isOpen, open: () => setOpenAt(key), close: () => setOpenAt(''), toggle };
}
