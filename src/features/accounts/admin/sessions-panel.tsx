import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withErrorToast, withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { ActionRow, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import type { Session } from '../account.schema.ts';

const path = '/admin/account/sessions';

export function SessionsPanel({ onSignedOut }: { onSignedOut: () => void }) {
  const api = useApi();
  const sessions = useFetchedCall<Session[]>(path, 'Failed to load your sessions');
  const { confirm, dialog } = useConfirm();

  const endOne = (id: number) =>
    withToast(
      () => api.call('DELETE', `${path}/${id}`),
      () => sessions.reload().then(() => focusHeading()),
    );

  async function endAll() {
    const question = 'Sign out everywhere? You will have to sign in again here, too.';
    if (!(await confirm(question, 'Sign out everywhere'))) return;
    await withErrorToast(async () => {
      await api.call('DELETE', path);
      onSignedOut();
    });
  }

  return (
    <Panel title="Where you are signed in">
      <Fetched of={sessions}>
        {(all) => (
          <FormStack>
            <Rows label="Sessions">
              {all.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void endOne(session.id)} />
              ))}
            </Rows>
            <ActionRow>
              <Button variant="danger" size="small" onClick={() => void endAll()}>
                Sign out everywhere
              </Button>
            </ActionRow>
          </FormStack>
        )}
      </Fetched>
      {dialog}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <Row
      title={device || 'Unknown device'}
      badges={isCurrent && <Badge>This device</Badge>}
      actions={
        !isCurrent && (
          <Button size="small" variant="quiet" onClick={onEnd}>
            Sign out<span className="sr-only"> {device || 'there'}</span>
          </Button>
        )
      }
    >
      <p>
        Last used <RelativeTime at={lastUsedAt} />, signed in <RelativeTime at={createdAt} />
      </p>
    </Row>
  );
}
