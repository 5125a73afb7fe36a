import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { NavLink } from '#ui/link.tsx';
import { endSession } from './session.ts';
import styles from './shell.module.css';

const links = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/articles', 'Manage Articles'],
  ['/admin/committee', 'Manage Committee Members'],
  ['/admin/events', 'Manage Events'],
] as const;

export function Shell() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // A navigation without a page load says nothing by itself to somebody who cannot see it.
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus();
    shown.current = pathname;
  }, [pathname]);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Bar key={pathname} />
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  );
}

/** Keyed by the path: a chosen link closes the open menu. */
function Bar() {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', closeByEscape);
    return () => document.removeEventListener('keydown', closeByEscape);
  }, [isOpen]);
  return (
    <header className={styles.bar}>
      <span className={styles.name}>One Health · Admin</span>
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
        {links.map(([to, label]) => (
          <NavLink key={to} to={to} className={styles.link}>
            {label}
          </NavLink>
        ))}
        <span className={styles.gap} />
        <a className={styles.link} href="/" target="_blank" rel="noopener">
          View site ↗
        </a>
        <button type="button" className={styles.link} onClick={() => void endSession()}>
          Logout
        </button>
      </nav>
    </header>
  );
}
