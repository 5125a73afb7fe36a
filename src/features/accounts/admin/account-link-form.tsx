import { type FormEvent, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import type { ReadInvitation } from '../account.schema.ts';
import { passwordLengthProblem, usernameProblem } from '../account.ts';
import { NewPasswordField, UsernameField } from '../forms/account-fields.tsx';
import { fieldErrors, useSubmit } from '../forms/use-submit.ts';

type Props = {
  invitation: ReadInvitation;
  /** May reject. */
  accept: (input: { username?: string; password: string }) => Promise<void>;
};

/** For a new administrator a name and a password, for a known one a new password. */
export function AccountLinkForm({ invitation, accept }: Props) {
  const isNew = invitation.kind === 'join';
  const [username, setUsername] = useState(invitation.username ?? '');
  const [password, setPassword] = useState('');
  const { isBusy, problem, fields, submit, refuse } = useSubmit('That did not work. Please try again.');

  function send(event: FormEvent) {
    event.preventDefault();
    const problems = fieldErrors({
      username: isNew ? usernameProblem(username) : null,
      password: passwordLengthProblem(password),
    });
    if (problems) return refuse(problems);
    void submit(() => accept({ ...(isNew ? { username } : {}), password }));
  }

  return (
    <form className="full" noValidate onSubmit={send}>
      <FieldGroup disabled={isBusy}>
        {isNew ? (
          <UsernameField error={fields.username} value={username} onChange={setUsername} />
        ) : (
          // Password managers store the new password under this name.
          <input type="text" autoComplete="username" value={username} readOnly hidden />
        )}
        <NewPasswordField
          label={isNew ? 'Password' : 'New password'}
          error={fields.password}
          value={password}
          onChange={setPassword}
        />
        {problem && <Alert>{problem}</Alert>}
        <Button type="submit" disabled={isBusy}>
          {isNew ? 'Join and sign in' : 'Save and sign in'}
        </Button>
      </FieldGroup>
    </form>
  );
}
