import { useLayoutEffect, useRef, useState } from 'react';
import { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { accountMessages } from '../account.ts';

type Credentials = { usernameOrEmail: string; password: string };

/** `signIn` may reject. */
export function LoginForm({ signIn }: { signIn: (input: Credentials) => Promise<void> }) {
  const [early] = useState(earlyForm);
  const [input, setInput] = useState<Credentials>(early?.typed() ?? { usernameOrEmail: '', password: '' });
  const place = useRef<HTMLFormElement>(null);
  const { message, isBusy, submit } = useSubmit(accountMessages.loginFailed, loginFailure);
  const errorToast = useErrorToast();

  const send = (given: Credentials) =>
    submit(
      () =>
        signIn(given).then(errorToast.dismiss, (error: unknown) => {
          errorToast.show(loginFailure(error));
          throw error;
        }),
      { missing: loginProblem(given) },
    );

  // Takes over, before the next key press, what was typed into the form that this one replaces.
  useLayoutEffect(() => {
    if (early === null) return;
    setInput(early.typed());
    place.current?.querySelectorAll('input')[early.focused()]?.focus();
    if (early.isSent()) void send(early.typed());
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [early]);

  return (
    <form
      ref={place}
      className="full"
      data-held="no"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(input);
      }}
    >
      <FieldGroup disabled={isBusy}>
        <TextField
          label="Username or Email"
          required
          autoComplete="username"
          value={input.usernameOrEmail}
          onChange={(usernameOrEmail) => setInput({ ...input, usernameOrEmail })}
        />
        <TextField
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          value={input.password}
          onChange={(password) => setInput({ ...input, password })}
        />
        {message && <Alert>{message}</Alert>}
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </FieldGroup>
    </form>
  );
}

/** The server's form, which can be filled in before the scripts load. */
function earlyForm() {
  if (typeof document === 'undefined') return null;
  const form = document.querySelector<HTMLFormElement>('#early-sign-in form');
  if (!form) return null;
  const inputs = [...form.querySelectorAll('input')];
  const [name, password] = inputs;
  let focused = document.activeElement;
  form.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });
  return {
    typed: () => ({ usernameOrEmail: name?.value ?? '', password: password?.value ?? '' }),
    focused: () => inputs.findIndex((input) => input === focused),
    isSent: () => form.dataset.held === 'yes',
  };
}

/** The server's sentence, the spec's for an answer without a token, else 'Login failed'. */
function loginFailure(error: unknown): string {
  const isOurs = error instanceof Error && ('status' in error || error.message === accountMessages.noToken);
  return isOurs ? error.message : accountMessages.loginFailed;
}

function loginProblem(input: Credentials): string | null {
  if (!input.usernameOrEmail.trim()) return 'Please enter your username or email';
  return input.password ? null : 'Please enter your password';
}
