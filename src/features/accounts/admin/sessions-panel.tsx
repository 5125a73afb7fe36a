import { useCallback } from 'react';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Badge } from '#ui/page/badge.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { Actions, FormStack, Panel } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { endAllSessions, endOneSession, listSessions } from '../administrators.client.ts';

type Props = { timeZone: string; onSignedOut: () => void };

export function SessionsPanel({ timeZone, onSignedOut }: Props) {
  const api = useApi();
  const load = useCallback(() => listSessions(api), [api]);
  const { data, error, reload } = useFetched(load, 'Failed to load your sessions');
  const { confirm, dialog } = useConfirm();

  async function endOne(id: number) {
    await told(async () => {
      toast.success((await endOneSession(api, id)).message);
      await reload();
      focusHeading();
    });
  }

  async function endAll() {
    const question = 'Sign out everywhere? You will have to sign in again here, too.';
    if (!(await confirm(question, 'Sign out everywhere'))) return;
    await told(async () => {
      await endAllSessions(api);
      onSignedOut();
    });
  }

  return (
    <Panel title="Where you are signed in">
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <FormStack>
          <Rows label="Sessions">
            {data.map(({ id, device, createdAt, lastUsedAt, isCurrent }) => (
              <Row
                key={id}
                title={device || 'Unknown device'}
                badges={isCurrent && <Badge>This device</Badge>}
                actions={
                  !isCurrent && (
                    <Button size="small" variant="quiet" onClick={() => void endOne(id)}>
                      Sign out<span className="sr-only"> {device || 'there'}</span>
                    </Button>
                  )
                }
              >
                <p>
                  Last used <RelativeTime at={lastUsedAt} timeZone={timeZone} />, signed in{' '}
                  <RelativeTime at={createdAt} timeZone={timeZone} />
                </p>
              </Row>
            ))}
          </Rows>
          <Actions>
            <Button variant="danger" size="small" onClick={() => void endAll()}>
              Sign out everywhere
            </Button>
          </Actions>
        </FormStack>
      )}
      {dialog}
    </Panel>
  );
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.error(errorMessage(error, 'This did not work. Please try again.'));
  }
}
