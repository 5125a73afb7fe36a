import { useLocation } from 'react-router';
import { UnsavedGuard } from '#ui/drafts/unsaved-guard.tsx';
import { Redirect } from '#ui/page/redirect.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EditingProvider } from '../manage/editing.tsx';
import { Shell } from '../shell/shell.tsx';
import { useSession } from './session.ts';

/** Nothing of the area shows before the session is known; afterwards sign-in leads back to where one was going. */
export function Guard() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <CheckingSession />;
  if (session.status === 'signed in')
    return (
      // Another person gets none of the state of these screens.
      <EditingProvider key={session.administrator.id} administrator={session.administrator}>
        <UnsavedGuard>
          <Shell />
        </UnsavedGuard>
      </EditingProvider>
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
