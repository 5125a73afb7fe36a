import { useCallback, useEffect, useRef, useState } from 'react';
import { type Location, Outlet, useLocation } from 'react-router';
import type { AdminNotices } from '#app/dashboard/dashboard.schema.ts';
import { OutboxNotice } from '#features/newsletter/admin/outbox-notice.tsx';
import { UndoWindowNotices, undoWindowKey } from '#features/newsletter/issues/admin/undo-window-notices.tsx';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { ScrollRestoration } from '#ui/router/scroll-restoration.tsx';
import { usePolling } from '#ui/use-polling.ts';
import { OutageNotice } from '../outage-notice.tsx';
import { AdminNav } from './admin-nav.tsx';
import { Notices } from './notices.tsx';
import styles from './shell.module.css';
import type { ShellContext } from './shell-context.ts';

export function Shell() {
  const api = useApi();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const askAgain = useCallback(() => api.call('GET', '/admin/verify'), [api]);
  const { news, isTold, askAgain: refreshNotices } = useAdminNotices(pathname);
  const [over, setOver] = useState<string[]>([]);
  const waiting = news.delayed.filter((issue) => !over.includes(undoWindowKey(issue)));
  // Changes when a newsletter is undone or sent, so that every screen fetches again.
  const ids = waiting.map(({ id }) => id).join();
  // The first answer tells what was already waiting when the screen was fetched.
  const [first, setFirst] = useState<string | null>(null);
  if (isTold && first === null) setFirst(ids);
  const newsletterChangeKey = !isTold || ids === (first ?? ids) ? 'first' : ids;
  // Screen readers do not announce a navigation without a page load.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus();
    toast.leaveBehind();
  }, [pathname]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AdminNav key={pathname} />
      <main id="main" ref={main} className={styles.main} tabIndex={-1} data-coming={!isTold || undefined}>
        <UndoWindowNotices issues={waiting} onOver={(issue) => setOver((known) => [...known, undoWindowKey(issue)])} />
        <div className={styles.notices} data-screen-only>
          <OutageNotice ask={askAgain} />
          <Notices news={news} pathname={pathname} />
          <OutboxNotice />
        </div>
        <Outlet context={{ newsletterChangeKey, refreshNotices } satisfies ShellContext} />
      </main>
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** The first screen of each load has the same key: its address tells it from the others. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

/** Others' actions show up within this time. */
const longestMs = 30_000;

/** A screen is not kept back for longer by notices that do not come. */
const mostWaitMs = 1500;

const nothing: AdminNotices = {
  delayed: [],
  mailServer: { waiting: null, pending: 0 },
  lateSchedules: [],
  isIll: false,
};

/** The notices above every screen: fetched with each screen, after `askAgain`, every 30 s, and every 2 s while mails wait. */
function useAdminNotices(pathname: string) {
  const api = useApi();
  const [news, setNews] = useState(nothing);
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), mostWaitMs);
    return () => clearTimeout(timer);
  }, []);
  const [round, setRound] = useState(0);
  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  usePolling(`${pathname} ${round}`, async (signal) => {
    // Anyone who is signed out stays on the page until the next press.
    const answer = await api.open('/notices/admin', signal, true).catch(() => null);
    const latest = (await answer?.json().catch(() => null)) as AdminNotices | null | undefined;
    if (signal.aborted) return false;
    setTold(true);
    if (latest) setNews((before) => (withoutCountdown(before) === withoutCountdown(latest) ? before : latest));
    const { delayed, mailServer } = latest ?? news;
    return Boolean(delayed.length || mailServer.waiting) || longestMs;
  });
  return { news, isTold, askAgain };
}

/** Without the countdown: browsers count by themselves, and screen readers announce a notice once. */
function withoutCountdown(news: AdminNotices): string {
  return JSON.stringify(news, (key, value: unknown) => (key === 'secondsLeft' ? undefined : value));
}
