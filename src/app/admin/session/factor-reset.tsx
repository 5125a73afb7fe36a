import { useState } from 'react';
import { useSubmit } from '#features/accounts/admin/use-submit.ts';
import { resetFactorByLink } from '#features/accounts/administrators.client.ts';
import { Button } from '#ui/forms/button.tsx';
import { Link } from '#ui/link.tsx';
import { Alert, Notice } from '#ui/page/screen.tsx';
import styles from './login-screen.module.css';
import { openApi } from './session.ts';

/** Mail scanners open links, so only the button does it. */
export function FactorReset({ username, token }: { username: string; token: string }) {
  const [done, setDone] = useState('');
  const { isBusy, problem, submit } = useSubmit('This did not work. Please try again.');
  return (
    <>
      {!done && (
        <>
          <p className={styles.whom}>
            For {username}: passkeys, authenticator app and recovery codes stop working, and all sessions end. Your
            password alone signs you in then.
          </p>
          {problem && <Alert>{problem}</Alert>}
          <Button
            disabled={isBusy}
            onClick={() => void submit(async () => setDone((await resetFactorByLink(openApi, token)).message))}
          >
            {isBusy ? 'Taking it away...' : 'Take my second factor away'}
          </Button>
        </>
      )}
      <div role="status" tabIndex={-1}>
        {done && (
          <Notice>
            <p>{done}</p>
            <Link to="/admin/login">Sign in</Link>
          </Notice>
        )}
      </div>
    </>
  );
}
