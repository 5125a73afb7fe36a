import { type FormEvent, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import type { ReadInvitation } from '../account.schema.ts';
import { emailProblem, isDeliverableAddress, passwordLengthProblem, usernameProblem } from '../account.ts';
import { EmailField, NewPasswordField, UsernameField } from '../forms/account-fields.tsx';

type Props = {
  invitation: ReadInvitation;
  /** May reject. */
  accept: (input: { username?: string; email?: string; password: string }) => Promise<void>;
};

/** For a new administrator a name and a password, for the first also the address, for a known one a new password. */
export function AccountLinkForm({ invitation, accept }: Props) {
  const isNew = invitation.kind === 'join';
  const [username, setUsername] = useState(invitation.username ?? '');
  const { isFirst } = invitation;
  const [email, setEmail] = useState(isDeliverableAddress(invitation.email) ? invitation.email : '');
  const [password, setPassword] = useState('');
  const { isBusy, problem, fields, submit } = useSubmit('That did not work. Please try again.');

  function send(event: FormEvent) {
    event.preventDefault();
    void submit(() => accept({ ...(isNew ? { username } : {}), ...(isFirst ? { email } : {}), password }), {
      username: isNew ? usernameProblem(username) : null,
      email: isFirst ? emailProblem(email) : null,
      password: passwordLengthProblem(password),
    });
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
        {isFirst && <EmailField error={fields.email} value={email} onChange={setEmail} />}
        <NewPasswordField
          label={isNew ? 'Password' : 'New password'}
          error={fields.password}
          value={password}
          onChange={setPassword}
        />
        {problem && <Alert>{problem}</Alert>}
        <Button type="submit" disabled={isBusy}>
          {isFirst ? 'Create my account' : isNew ? 'Join and sign in' : 'Save and sign in'}
        </Button>
      </FieldGroup>
    </form>
  );
}
