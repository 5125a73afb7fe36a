import { type FormEvent, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Alert, FieldGroup, Notice } from '#ui/page/screen.tsx';
import { emailProblem } from '../account.ts';
import { problemsOf, useSubmit } from '../admin/use-submit.ts';
import { EmailField } from './fields.tsx';
import styles from './login-form.module.css';

/** `ask` answers the sentence to show, and may reject. */
export function PasswordResetForm({ ask }: { ask: (email: string) => Promise<string> }) {
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState('');
  const { isBusy, problem, fields, submit, refuse } = useSubmit('This did not work. Please try again.');

  function send(event: FormEvent) {
    event.preventDefault();
    setAnswer('');
    const problems = problemsOf({ email: emailProblem(email) });
    if (problems) return refuse(problems);
    void submit(async () => setAnswer(await ask(email.trim())));
  }

  return (
    <form className={styles.form} aria-label="Forgot your password?" noValidate onSubmit={send}>
      <FieldGroup disabled={isBusy}>
        <EmailField error={fields.email} value={email} onChange={setEmail} />
        {problem && <Alert>{problem}</Alert>}
        {/* The region stays: screen readers announce only changes in it. */}
        <div role="status">
          {answer && (
            <Notice>
              <p>{answer}</p>
              <p>
                It works once, for an hour. If none comes, look among the unwanted mails, or ask another administrator.
              </p>
            </Notice>
          )}
        </div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Asking...' : 'Send me a link'}
        </Button>
      </FieldGroup>
    </form>
  );
}
