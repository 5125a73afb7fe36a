import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { focusHeading } from '#ui/page/focus.ts';
import { Spinner } from '#ui/page/spinner.tsx';
import { ScrollRestoration } from '#ui/router/scroll-restoration.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';

export function Layout({ children }: { children: ReactNode }) {
  const isNavigating = useNavigation().state !== 'idle';
  useFocusOnNewPage();
  return (
    <div className={styles.page}>
      <a className="skip" href="#main" data-screen-only>
        Skip to content
      </a>
      <Header />
      {isNavigating && (
        <>
          <div className={styles.progress} aria-hidden="true" />
          <div className={styles.loading}>
            <Spinner />
          </div>
        </>
      )}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}

/** Focuses the place that a link names, else the heading of a new page. A modal over a list moves the focus itself. */
function useFocusOnNewPage() {
  const { pathname, hash } = useLocation();
  const screen = pathname.replace(/^\/events\/.*/, '/events') + hash;
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    if (document.querySelector('dialog:modal')) return;
    const place = document.getElementById(screen.split('#')[1] ?? '');
    if (!place) return focusHeading();
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, [screen]);
}
