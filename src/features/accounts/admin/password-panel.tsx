import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Panel } from '#ui/page/screen.tsx';
import { passwordLengthProblem } from '../account.ts';
import { changePassword } from '../administrators.client.ts';
import { NewPassword } from '../login/new-password.tsx';
import { CurrentPassword, currentPasswordProblem, PanelForm } from './panel-form.tsx';
import { problemsOf, useSubmit } from './use-submit.ts';

const empty = { currentPassword: '', newPassword: '' };

export function PasswordPanel({ username }: { username: string }) {
  const api = useApi();
  const [input, setInput] = useState(empty);
  const { isBusy, problem, fields, submit, refuse } = useSubmit(
    'Your password could not be changed. Please try again.',
  );

  function send() {
    const problems = problemsOf({
      currentPassword: currentPasswordProblem(input.currentPassword),
      newPassword: passwordLengthProblem(input.newPassword),
    });
    if (problems) return refuse(problems);
    void submit(async () => {
      toast.success((await changePassword(api, input)).message);
      setInput(empty);
    });
  }

  return (
    <Panel title="Change password">
      <PanelForm
        label="Change password"
        isBusy={isBusy}
        problem={problem}
        action={isBusy ? 'Saving...' : 'Change password'}
        onSubmit={send}
      >
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <CurrentPassword
          error={fields.currentPassword ?? null}
          value={input.currentPassword}
          onChange={(currentPassword) => setInput({ ...input, currentPassword })}
        />
        <NewPassword
          label="New password"
          error={fields.newPassword ?? null}
          value={input.newPassword}
          onChange={(newPassword) => setInput({ ...input, newPassword })}
        />
      </PanelForm>
    </Panel>
  );
}
