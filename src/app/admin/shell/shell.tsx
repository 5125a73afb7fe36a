import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { verifySession } from '#features/accounts/accounts.client.ts';
import { OutboxNotice } from '#features/newsletter/admin/outbox-notice.tsx';
import { KeptMailNotice } from '#features/newsletter/delivery/admin/kept-mail-notice.tsx';
import { MailServerNotice } from '#features/newsletter/delivery/admin/mail-server-notice.tsx';
import { useApi } from '#ui/api.ts';
import { AdminNav } from './admin-nav.tsx';
import { OutageNotice } from './outage-notice.tsx';
import styles from './shell.module.css';

export function Shell() {
  const api = useApi();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [mailRound, setMailRound] = useState(0);
  const askAgain = useCallback(() => verifySession(api), [api]);
  const round = `${mailRound} ${pathname}`;
  // Screen readers do not announce a navigation without a page load.
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus();
    shown.current = pathname;
  }, [pathname]);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <AdminNav key={pathname} />
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
        <div className={styles.notices}>
          <OutageNotice ask={askAgain} />
          <OutboxNotice />
          <KeptMailNotice round={round} onClosed={() => setMailRound(mailRound + 1)} />
          <MailServerNotice round={round} tellsPending={pathname !== '/admin/subscribers'} />
        </div>
        <Outlet context={mailRound} />
      </main>
      <ScrollRestoration />
    </>
  );
}
