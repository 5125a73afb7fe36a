import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Panel } from '#ui/page/screen.tsx';
import type { OpenInvitation } from '../account.schema.ts';
import { revokeInvitation } from '../administrators.client.ts';

const kinds = { join: 'Invitation', reset: 'New password', factor: 'Taking the second factor away' } as const;

type Props = { timeZone: string; invitations: OpenInvitation[]; onChanged: () => Promise<void> };

export function OpenInvitations({ timeZone, invitations, onChanged }: Props) {
  const api = useApi();
  async function revoke(id: number) {
    await withErrorToast(async () => {
      toast.success((await revokeInvitation(api, id)).message);
      await onChanged();
      focusHeading();
    });
  }

  return (
    <Panel title="Open links">
      <Rows label="Open links">
        {invitations.map(({ id, kind, email, username, expiresAt, invitedBy }) => (
          <Row
            key={id}
            title={(kind === 'join' ? email : username) ?? ''}
            actions={
              <Button size="small" variant="quiet" onClick={() => void revoke(id)}>
                Withdraw<span className="sr-only"> the link for {username ?? email}</span>
              </Button>
            }
          >
            <p>
              {kinds[kind]} by {invitedBy ?? 'the command line'}, until {instantText(expiresAt, timeZone)}
            </p>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
