import { useLocation } from 'react-router';
import { LeaveGuard } from '#ui/leave-guard/leave-guard.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { DraftsProvider } from './manage/drafts-provider.tsx';
import { Redirect } from './redirect.tsx';
import { useSession } from './session/session.ts';
import { Shell } from './shell/shell.tsx';

/** Shows nothing of the area before the session is known. Sign-in leads back to the requested page. */
export function Guard() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <CheckingSession />;
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

export function CheckingSession() {
  return (
    <div className="checking">
      <Spinner />
    </div>
  );
}
