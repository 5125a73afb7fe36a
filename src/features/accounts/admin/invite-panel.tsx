import { useState } from 'react';
import { emailLimit } from '#shared/email-address.ts';
import { useApi } from '#ui/api-context.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { Panel } from '#ui/page/screen-parts.tsx';
import type { NewInvitation } from '../account.schema.ts';
import { emailProblem } from '../account.ts';
import { PanelForm } from '../forms/panel-form.tsx';
import { fieldErrors, useSubmit } from '../forms/use-submit.ts';
import { LinkBox } from './link-box.tsx';

export function InvitePanel({ onInvited }: { onInvited: () => Promise<void> }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<{ whom: string; answer: NewInvitation } | null>(null);
  const form = useSubmit('The invitation could not be made. Please try again.');

  async function send() {
    const problems = fieldErrors({ email: emailProblem(email) });
    if (problems) return form.refuse(problems);
    const isMade = await form.submit(async () => {
      setMade({ whom: email.trim(), answer: await api.call('POST', '/admin/administrators/invitations', { email }) });
      setEmail('');
    });
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
