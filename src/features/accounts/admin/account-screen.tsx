import { useCallback } from 'react';
import { useApi } from '#ui/api.ts';
import { Columns, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { verifySession } from '../accounts.client.ts';
import { SecondFactorPanel } from '../second-factor-panel/second-factor-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

type Props = {
  timeZone: string;
  /** After a change of the names or of the second factor. */
  onChanged: () => Promise<void>;
  onSignedOut: () => void;
};

export function AccountScreen({ timeZone, onChanged, onSignedOut }: Props) {
  const api = useApi();
  const load = useCallback(() => verifySession(api), [api]);
  const { data, error, reload } = useFetched(load, 'Failed to load your account');
  async function showNames() {
    await Promise.all([reload(), onChanged()]);
  }

  return (
    <>
      <ScreenHead title="Your account" {...(data ? { subtitle: `You are signed in as ${data.username}` } : {})} />
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <Columns aside={<SessionsPanel timeZone={timeZone} onSignedOut={onSignedOut} />}>
          <PasswordPanel username={data.username} />
          <SecondFactorPanel username={data.username} timeZone={timeZone} onChanged={onChanged} />
          <NamesPanel names={data} onSaved={showNames} />
        </Columns>
      )}
    </>
  );
}
