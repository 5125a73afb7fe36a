import { useEffect, useRef, useState } from 'react';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert, FieldGroup } from '#ui/page/screen.tsx';
import { accountMessages } from '../account.ts';
import styles from './login-form.module.css';

type Credentials = { usernameOrEmail: string; password: string };

/** `signIn` may reject. */
export function LoginForm({ signIn }: { signIn: (input: Credentials) => Promise<void> }) {
  const [early] = useState(typedEarly);
  const [input, setInput] = useState<Credentials>(early ?? { usernameOrEmail: '', password: '' });
  const place = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(false);
  const told = useRef(0);

  async function send() {
    const missing = loginProblem(input);
    setProblem(missing);
    if (missing || running.current) return;
    running.current = true;
    setIsBusy(true);
    try {
      await signIn(input);
      toast.dismiss(told.current);
    } catch (error) {
      const message = loginFailure(error);
      setProblem(message);
      told.current = toast.error(message);
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  }

  useEffect(() => {
    if (early === null) return;
    place.current?.querySelectorAll('input')[early.focused]?.focus();
    if (early.isSent) place.current?.requestSubmit();
  }, [early]);

  return (
    <form
      ref={place}
      className={styles.form}
      data-held="no"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
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
        {problem && <Alert>{problem}</Alert>}
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </FieldGroup>
    </form>
  );
}

/** What was typed into the page as the server has sent it, which this one replaces. */
function typedEarly() {
  if (typeof document === 'undefined') return null;
  const form = document.querySelector<HTMLFormElement>('#early-sign-in form');
  if (!form) return null;
  const [name, password] = form.querySelectorAll('input');
  return {
    usernameOrEmail: name?.value ?? '',
    password: password?.value ?? '',
    focused: document.activeElement === password ? 1 : 0,
    isSent: form.dataset.held === 'yes',
  };
}

/** The server's sentence, the spec's for an answer without a token, else 'Login failed'. */
function loginFailure(error: unknown): string {
  const isOurs = error instanceof Error && ('status' in error || error.message === accountMessages.noToken);
  return isOurs ? error.message : accountMessages.loginFailed;
}

function loginProblem(input: { usernameOrEmail: string; password: string }): string | null {
  if (!input.usernameOrEmail.trim()) return 'Please enter your username or email';
  return input.password ? null : 'Please enter your password';
}
