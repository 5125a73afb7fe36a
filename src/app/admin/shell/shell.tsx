import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { verifySession } from '#features/accounts/accounts.client.ts';
import { LatePlansContext } from '#features/articles/schedule/late-plans.ts';
import { OutboxNotice } from '#features/newsletter/admin/outbox-notice.tsx';
import { KeptMailNotice } from '#features/newsletter/delivery/admin/kept-mail-notice.tsx';
import { MailServerNotice } from '#features/newsletter/delivery/admin/mail-server-notice.tsx';
import { DelayedNotices, delayKey } from '#features/newsletter/issues/admin/delayed-notices.tsx';
import { useApi } from '#ui/api.ts';
import { LateNotices } from '../schedule/late-notices.tsx';
import { AdminNav } from './admin-nav.tsx';
import { ColleaguesContext } from './colleagues.tsx';
import { FactorNotice } from './factor-notice.tsx';
import { HealthNotice } from './health-notice.tsx';
import { OutageNotice } from './outage-notice.tsx';
import styles from './shell.module.css';
import { useNews } from './use-news.ts';

/** `isHeldBack`: nothing but the account screen is open, and no other call would be answered. */
export function Shell({ isHeldBack }: { isHeldBack: boolean }) {
  const api = useApi();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [mailRound, setMailRound] = useState(0);
  const askAgain = useCallback(() => verifySession(api), [api]);
  const [form, visit] = useState<string | null>(null);
  const { delayed, lateSchedules, colleagues, factorDemand } = useNews({ form, isOff: isHeldBack });
  const [over, setOver] = useState<string[]>([]);
  const waiting = delayed.filter((issue) => !over.includes(delayKey(issue)));
  const place = useMemo(() => ({ colleagues, visit }), [colleagues]);
  // A newsletter that was taken back, or has left, is another one on every screen.
  const sentRound = `${mailRound} ${waiting.map(({ id }) => id).join()}`;
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
      <AdminNav key={pathname} isHeldBack={isHeldBack} />
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
        <DelayedNotices issues={waiting} onOver={(issue) => setOver((known) => [...known, delayKey(issue)])} />
        <div className={styles.notices}>
          <OutageNotice ask={askAgain} />
          <FactorNotice demand={factorDemand} />
          {!isHeldBack && (
            <>
              <LateNotices plans={lateSchedules} />
              <HealthNotice />
              <OutboxNotice />
              <KeptMailNotice round={round} onClosed={() => setMailRound(mailRound + 1)} />
              <MailServerNotice round={round} tellsPending={pathname !== '/admin/subscribers'} />
            </>
          )}
        </div>
        <ColleaguesContext value={place}>
          <LatePlansContext value={lateSchedules.map(({ articleId }) => articleId).join()}>
            <Outlet context={sentRound} />
          </LatePlansContext>
        </ColleaguesContext>
      </main>
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** The first screen of each load has the same key: its address tells it from the others. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}
