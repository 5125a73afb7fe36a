import { AccountScreen } from '#features/accounts/admin/account-screen.tsx';
import { leave, refreshSession, useSession } from './session.ts';

export function Account() {
  const session = useSession();
  if (session.status !== 'signed in') return null;
  return <AccountScreen names={session.administrator} onChanged={refreshSession} onSignedOut={leave} />;
}
