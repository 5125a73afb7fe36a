import { useCallback, useState } from 'react';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { emailLimit } from '#shared/email-address.ts';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Columns, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { Administrator, NewInvitation, OpenInvitation } from '../account.schema.ts';
import { emailProblem } from '../account.ts';
import { PanelForm } from '../forms/panel-form.tsx';
import { AdministratorRows } from './administrator-rows.tsx';
import { LinkBox } from './link-box.tsx';

const path = '/admin/administrators';

export function AdministratorsScreen() {
  const api = useApi();
  const load = useCallback(async () => {
    const [people, invitations] = await Promise.all([
      api.call<Administrator[]>('GET', path),
      api.call<OpenInvitation[]>('GET', `${path}/invitations`),
    ]);
    return { people, invitations };
  }, [api]);
  const everyone = useFetched(load, 'Failed to load the administrators');
  return (
    <>
      <ScreenHead title="Administrators" />
      <Fetched of={everyone}>
        {({ people, invitations }) => (
          <Columns
            aside={
              <>
                <InvitePanel onInvited={everyone.reload} />
                {invitations.length > 0 && <OpenInvitations invitations={invitations} onChanged={everyone.reload} />}
              </>
            }
          >
            <Panel title="Everyone">
              <AdministratorRows people={people} onChanged={everyone.reload} />
            </Panel>
          </Columns>
        )}
      </Fetched>
    </>
  );
}

const kinds = { join: 'Invitation', reset: 'New password', factor: 'Removing the second factor' } as const;

type OpenProps = { invitations: OpenInvitation[]; onChanged: () => Promise<void> };

function OpenInvitations({ invitations, onChanged }: OpenProps) {
  const api = useApi();
  const { timeZone } = useSettings();
  const revoke = (id: number) =>
    withToast(
      () => api.call('DELETE', `${path}/invitations/${id}`),
      () => onChanged().then(() => focusHeading()),
    );

  return (
    <Panel title="Links not used yet">
      <Rows label="Links not used yet">
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

function InvitePanel({ onInvited }: { onInvited: () => Promise<void> }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<{ whom: string; answer: NewInvitation } | null>(null);
  const form = useSubmit('The invitation could not be made. Please try again.');

  async function send() {
    const isMade = await form.submit(
      async () => {
        setMade({ whom: email.trim(), answer: await api.call('POST', '/admin/administrators/invitations', { email }) });
        setEmail('');
      },
      { email: emailProblem(email) },
    );
    if (isMade) await onInvited();
  }

  return (
    <Panel title="Invite someone">
      {made ? (
        <LinkBox made={made.answer} whom={made.whom} onClose={() => setMade(null)} />
      ) : (
        <PanelForm
          label="Invite someone"
          form={form}
          action="Invite"
          busyAction="Inviting..."
          onSubmit={() => void send()}
        >
          <TextField
            label="Email address"
            hint="They get a link that works once, for 7 days. Every administrator may do everything that you may."
            required
            autoComplete="off"
            limit={emailLimit}
            error={form.fields.email ?? null}
            value={email}
            onChange={setEmail}
          />
        </PanelForm>
      )}
    </Panel>
  );
}
