import { type FormEvent, useState } from 'react';
import { emailProblem, passwordResetMessages } from '#features/accounts/account.ts';
import { EmailField } from '#features/accounts/forms/account-fields.tsx';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { Button } from '#ui/forms/button.tsx';
import { Alert, FieldGroup, Notice } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import styles from './login-screen.module.css';
import { openApi } from './session.ts';
import { SessionTitle } from './session-title.tsx';
import { SignInCard } from './sign-in-card.tsx';

const toLogin = (
  <Link className={styles.back} to="/admin/login">
    Back to signing in
  </Link>
);

/** The page of 'Forgot your password?'. */
export function ForgottenPasswordScreen() {
  return (
    <SignInCard heading="Forgot your password?" foot={toLogin}>
      <SessionTitle>Forgot your password?</SessionTitle>
      {isMailServerMissing() ? (
        <Notice>
          <p>{passwordResetMessages.noMailServer}</p>
        </Notice>
      ) : (
        <>
          <p className={`muted ${styles.whom}`}>
            Enter the email address of your account to get a link for a new password.
          </p>
          <PasswordResetForm />
        </>
      )}
    </SignInCard>
  );
}

function PasswordResetForm() {
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState('');
  const { isBusy, problem, fields, submit } = useSubmit('That did not work. Please try again.');

  function send(event: FormEvent) {
    event.preventDefault();
    setAnswer('');
    const call = () => openApi.call('POST', '/forgotten-password', { email: email.trim() });
    void submit(async () => setAnswer((await call()).message), { email: emailProblem(email) });
  }

  return (
    <form className="full" aria-label="Forgot your password?" noValidate onSubmit={send}>
      <FieldGroup disabled={isBusy}>
        <EmailField error={fields.email} value={email} onChange={setEmail} />
        {problem && <Alert>{problem}</Alert>}
        {/* The region stays: screen readers announce only changes in it. */}
        <div role="status">
          {answer && (
            <Notice>
              <p>{answer}</p>
              <p>
                It works once, for an hour. If it does not arrive, look in your spam folder, or ask another
                administrator.
              </p>
            </Notice>
          )}
        </div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send me a link'}
        </Button>
      </FieldGroup>
    </form>
  );
}
