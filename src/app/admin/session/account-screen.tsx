import { OwnAccountScreen } from '#features/accounts/admin/own-account-screen.tsx';
import { clearSession, refreshSession, useSession } from './session.ts';

export function AccountScreen() {
  const session = useSession();
  if (session.status !== 'signed in') return null;
  return <OwnAccountScreen names={session.administrator} onChanged={refreshSession} onSignedOut={clearSession} />;
}
