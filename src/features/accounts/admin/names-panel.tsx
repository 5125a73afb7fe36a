import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { FieldPair, Panel } from '#ui/page/screen.tsx';
import { emailProblem, usernameProblem } from '../account.ts';
import { changeNames } from '../administrators.client.ts';
import { EmailField, UsernameField } from '../login/name-fields.tsx';
import { CurrentPassword, currentPasswordProblem, PanelForm } from './panel-form.tsx';
import { problemsOf, useSubmit } from './use-submit.ts';

type Props = { names: { username: string; email: string }; onSaved: () => Promise<void> };

export function NamesPanel({ names, onSaved }: Props) {
  const api = useApi();
  const [input, setInput] = useState({ username: names.username, email: names.email, currentPassword: '' });
  const { isBusy, problem, fields, submit, refuse } = useSubmit('Your account could not be saved. Please try again.');

  async function send() {
    const problems = problemsOf({
      username: usernameProblem(input.username),
      email: emailProblem(input.email),
      currentPassword: currentPasswordProblem(input.currentPassword),
    });
    if (problems) return refuse(problems);
    const isSaved = await submit(async () => {
      toast.success((await changeNames(api, input)).message);
      setInput({ ...input, currentPassword: '' });
    });
    if (isSaved) await onSaved();
  }

  return (
    <Panel title="Name and address">
      <PanelForm
        label="Name and address"
        isBusy={isBusy}
        problem={problem}
        action={isBusy ? 'Saving...' : 'Save'}
        onSubmit={() => void send()}
      >
        <FieldPair>
          <UsernameField
            error={fields.username}
            value={input.username}
            onChange={(username) => setInput({ ...input, username })}
          />
          <EmailField error={fields.email} value={input.email} onChange={(email) => setInput({ ...input, email })} />
        </FieldPair>
        <CurrentPassword
          error={fields.currentPassword ?? null}
          value={input.currentPassword}
          onChange={(currentPassword) => setInput({ ...input, currentPassword })}
        />
      </PanelForm>
    </Panel>
  );
}
