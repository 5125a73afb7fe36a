import { useCallback, useEffect, useRef, useState } from 'react';
import { readRevertibleChange, revertChange } from '#features/accounts/accounts.client.ts';
import { useSubmit } from '#features/accounts/admin/use-submit.ts';
import { changeSentence, revertConsequence, revertMessages } from '#features/accounts/changes/account-change.ts';
import { instantText } from '#shared/dates.ts';
import { Button } from '#ui/forms/button.tsx';
import { Link } from '#ui/link.tsx';
import { Alert, Notice } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import styles from './login-screen.module.css';
import { openApi } from './session.ts';

/** The page of the link 'This was not me'. Mail scanners open links, so only the button reverts the change. */
export function RevertChangeScreen() {
  const token = useLinkToken();
  // A second link differs only in its fragment, which loads no new page. The key drops the state of the first.
  return <OpenedLink key={token} token={token} />;
}

function OpenedLink({ token }: { token: string }) {
  const load = useCallback(() => readRevertibleChange(openApi, token), [token]);
  const { data, error, reload } = useFetched(load, 'The link could not be checked. Please try again.');
  const [done, setDone] = useState<string | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const { isBusy, problem, submit } = useSubmit('This did not work. Please try again.');
  useEffect(() => {
    if (done) outcome.current?.focus();
  }, [done]);

  return (
    <main className={styles.screen}>
      <title>This was not me · One Health Admin</title>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>This was not me</h1>
        {!data && !error && <Spinner />}
        {error && (
          <>
            <Alert>{error}</Alert>
            {error !== revertMessages.unusable && <Button onClick={() => void reload()}>Retry</Button>}
          </>
        )}
        {data && !done && (
          <>
            <p className={styles.whom}>
              {changeSentence(data)}, on {instantText(data.createdAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}
              .
            </p>
            <p className={styles.whom}>If you take that back, {revertConsequence(data)}.</p>
            {problem && <Alert>{problem}</Alert>}
            <Button
              disabled={isBusy}
              onClick={() => void submit(async () => setDone((await revertChange(openApi, token)).message))}
            >
              {isBusy ? 'Taking it back...' : 'This was not me: take it back'}
            </Button>
          </>
        )}
        <div ref={outcome} role="status" tabIndex={-1}>
          {done && (
            <Notice>
              <p>{done}</p>
              {data?.actor && (
                <p>
                  If somebody else may know the password of {data.actor}, a new one is needed at once:{' '}
                  <Link to="/admin/forgotten">Forgot your password?</Link>
                </p>
              )}
            </Notice>
          )}
        </div>
      </div>
      <Link className={styles.back} to="/admin/login">
        Sign in
      </Link>
    </main>
  );
}
