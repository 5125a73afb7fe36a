import { useLocation } from 'react-router';
import { LeaveGuard } from '#ui/leave-guard/leave-guard.tsx';
import { siteName } from '#ui/page/site-name.ts';
import { Spinner } from '#ui/page/spinner.tsx';
import { DraftsProvider } from './manage/drafts-provider.tsx';
import { Redirect } from './redirect.tsx';
import { useSession } from './session/session.ts';
import { EarlyBar } from './shell/early-bar.tsx';
import { Shell } from './shell/shell.tsx';

/** Shows nothing of the area but an empty bar before the session is known. Sign-in leads back to the requested page. */
export function Guard() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <EarlyArea />;
  if (session.status === 'signed in')
    return (
      // Another administrator must not get the state of these screens.
      <DraftsProvider key={session.administrator.id} administrator={session.administrator}>
        <LeaveGuard>
          <Shell />
        </LeaveGuard>
      </DraftsProvider>
    );
  const backTo = session.because === 'left' ? null : location.pathname + location.search;
  return <Redirect to="/admin/login" state={{ backTo }} />;
}

/** Until it is known whether someone is signed in. */
export function EarlyArea() {
  return (
    <>
      <EarlyBar shortName={siteName.useValue()} />
      <CheckingSession />
    </>
  );
}

export function CheckingSession() {
  return (
    <div className="checking">
      <Spinner />
    </div>
  );
}
