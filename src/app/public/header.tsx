import { type KeyboardEvent, useRef, useState } from 'react';
import { useSettings } from '#features/settings/pages/site.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link, NavLink } from '#ui/link.tsx';
import { Mark } from '#ui/mark.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import styles from './header.module.css';

const pages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/articles', label: 'Articles' },
  { to: '/events', label: 'Events' },
];

export function Header() {
  const { shortName, membershipUrl } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  }

  return (
    <header className={styles.header} onKeyDown={closeOnEscape}>
      <div className={styles.bar}>
        <Link className={styles.brand} to="/" onClick={() => setOpen(false)}>
          <Mark size={38} />
          {shortName}
        </Link>
        <span className={styles.theme}>
          <ThemeSwitch />
        </span>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} size={26} />
        </button>
        <nav id="menu" className={styles.menu} data-open={isOpen} aria-label="Main">
          <ul className={styles.links}>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <NavLink className={styles.link} to={to} end={to === '/'} onClick={() => setOpen(false)}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <a
            className={buttonClass()}
            href={membershipUrl}
            target="_blank"
            rel="noopener"
            onClick={() => setOpen(false)}
          >
            Join Society
            <Icon name="external" />
          </a>
        </nav>
      </div>
    </header>
  );
}
