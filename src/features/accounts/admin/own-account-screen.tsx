import { useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { createFieldProps, TextField } from '#ui/forms/fields.tsx';
import { Columns, FieldPair, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { emailProblem, passwordLengthProblem, usernameProblem } from '../account.ts';
import { EmailField, NewPasswordField, UsernameField } from '../forms/account-fields.tsx';
import { PanelForm } from '../forms/panel-form.tsx';
import { SecondFactorPanel } from '../second-factor-panel/second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

type Props = {
  names: { username: string; email: string };
  /** After a change of the names or of the second factor. */
  onChanged: () => Promise<void>;
  onSignedOut: () => void;
};

export function OwnAccountScreen({ names, onChanged, onSignedOut }: Props) {
  return (
    <>
      <ScreenHead title="Your account" />
      <Columns aside={<SessionsPanel onSignedOut={onSignedOut} />}>
        <NamesPanel names={names} onSaved={onChanged} />
        <PasswordPanel username={names.username} />
        <SecondFactorPanel username={names.username} onChanged={onChanged} />
      </Columns>
    </>
  );
}

const empty = { currentPassword: '', newPassword: '' };

function PasswordPanel({ username }: { username: string }) {
  const api = useApi();
  const [input, setInput] = useState(empty);
  const form = useSubmit('Your password could not be changed. Please try again.');
  const { field } = createFieldProps(input, (part) => setInput({ ...input, ...part }), form.fields);

  function send() {
    const problems = {
      currentPassword: input.currentPassword ? null : 'Please enter your current password',
      newPassword: passwordLengthProblem(input.newPassword),
    };
    void form.submit(async () => {
      toast.success((await api.call('PUT', '/admin/account/password', input)).message);
      setInput(empty);
    }, problems);
  }

  return (
    <Panel title="Change password">
      <PanelForm label="Change password" form={form} action="Change password" busyAction="Saving..." onSubmit={send}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <NewPasswordField label="New password" {...field('newPassword')} />
      </PanelForm>
    </Panel>
  );
}

type NamesProps = { names: { username: string; email: string }; onSaved: () => Promise<void> };

function NamesPanel({ names: { username, email }, onSaved }: NamesProps) {
  const api = useApi();
  const [input, setInput] = useState({ username, email });
  const form = useSubmit('Your account could not be saved. Please try again.');
  const { field } = createFieldProps(input, (part) => setInput({ ...input, ...part }), form.fields);

  async function send() {
    const problems = { username: usernameProblem(input.username), email: emailProblem(input.email) };
    const isSaved = await form.submit(async () => {
      toast.success((await api.call('PUT', '/admin/account', input)).message);
    }, problems);
    if (isSaved) await onSaved();
  }

  return (
    <Panel title="Name and address">
      <PanelForm label="Name and address" form={form} action="Save" busyAction="Saving..." onSubmit={() => void send()}>
        <FieldPair>
          <UsernameField {...field('username')} />
          <EmailField {...field('email')} />
        </FieldPair>
      </PanelForm>
    </Panel>
  );
}
