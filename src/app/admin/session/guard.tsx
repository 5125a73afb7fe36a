import { useLocation } from 'react-router';
import { UnsavedGuard } from '#ui/drafts/unsaved-guard.tsx';
import { Redirect } from '#ui/page/redirect.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EditingProvider } from '../manage/editing.tsx';
import { Shell } from '../shell/shell.tsx';
import { useSession } from './session.ts';

const accountPath = '/admin/account';

/**
 * Shows nothing of the area before the session is known. Sign-in leads back to the requested page. Whoever lacks the second
 * factor that everybody needs gets no further than the account screen; drafts stay in the browser, as without a session.
 */
export function Guard() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <CheckingSession />;
  if (session.status === 'signed in') {
    const isHeldBack = session.administrator.missingFactor?.isInForce ?? false;
    if (isHeldBack && location.pathname !== accountPath) return <Redirect to={accountPath} />;
    return (
      // Another administrator must not get the state of these screens.
      <EditingProvider key={session.administrator.id} administrator={session.administrator}>
        <UnsavedGuard>
          <Shell isHeldBack={isHeldBack} />
        </UnsavedGuard>
      </EditingProvider>
    );
  }
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
