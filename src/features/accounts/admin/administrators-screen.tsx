import { useCallback } from 'react';
import { useApi } from '#ui/api.ts';
import { Columns, Panel, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { listAdministrators, listInvitations } from '../administrators.client.ts';
import { AdministratorRows } from './administrator-rows.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { OpenInvitations } from './open-invitations.tsx';

type Props = { timeZone: string };

export function AdministratorsScreen({ timeZone }: Props) {
  const api = useApi();
  const load = useCallback(async () => {
    const [people, invitations] = await Promise.all([listAdministrators(api), listInvitations(api)]);
    return { people, invitations };
  }, [api]);
  const { data, error, reload } = useFetched(load, 'Failed to load the administrators');
  return (
    <>
      <ScreenHead title="Administrators" subtitle="Who looks after this site" />
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <Columns
          aside={
            <>
              <InvitePanel timeZone={timeZone} onInvited={reload} />
              {data.invitations.length > 0 && (
                <OpenInvitations timeZone={timeZone} invitations={data.invitations} onChanged={reload} />
              )}
            </>
          }
        >
          <Panel title="Everybody">
            <AdministratorRows timeZone={timeZone} people={data.people} onChanged={reload} />
          </Panel>
        </Columns>
      )}
    </>
  );
}
