import { AccountScreen } from '#features/accounts/admin/account-screen.tsx';
import { AdministratorsScreen } from '#features/accounts/admin/administrators-screen.tsx';
import { api, leave, refreshSession } from './session.ts';
import { useSettings } from './use-settings.ts';

export function Administrators() {
  return <AdministratorsScreen api={api} timeZone={useSettings().timeZone} />;
}

export function Account() {
  return <AccountScreen api={api} timeZone={useSettings().timeZone} onRenamed={refreshSession} onSignedOut={leave} />;
}
