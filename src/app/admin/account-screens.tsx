import { AccountScreen } from '#features/accounts/admin/account-screen.tsx';
import { AdministratorsScreen } from '#features/accounts/admin/administrators-screen.tsx';
import { ActivityScreen } from '#features/activity/admin/activity-screen.tsx';
import { BackupsScreen } from '#features/backup/admin/backups-screen.tsx';
import { leave, refreshSession, useSession } from './session/session.ts';
import { useSettings } from './use-settings.ts';

export function Administrators() {
  return <AdministratorsScreen timeZone={useSettings().timeZone} />;
}

export function Account() {
  const session = useSession();
  const { timeZone } = useSettings();
  if (session.status !== 'signed in') return null;
  return (
    <AccountScreen names={session.administrator} timeZone={timeZone} onChanged={refreshSession} onSignedOut={leave} />
  );
}

export function Activity() {
  return <ActivityScreen timeZone={useSettings().timeZone} />;
}

export function Backups() {
  return <BackupsScreen timeZone={useSettings().timeZone} />;
}
