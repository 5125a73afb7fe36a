import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LoginAnswer, ReadInvitation } from '#features/accounts/account.schema.ts';
import { AccountLinkForm } from '#features/accounts/admin/account-link-form.tsx';
import { accountLinkMessages } from '#features/accounts/links/account-link.ts';
import { SecondStepForm } from '#features/accounts/login/second-step-form.tsx';
import type { SecondStepChallenge, SecondStepInput } from '#features/accounts/second-factor/second-factor.schema.ts';
import { Button } from '#ui/forms/button.tsx';
import { Alert, Notice } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Link } from '#ui/router-link.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import styles from './login-screen.module.css';
import { finishSignIn, openApi, requireStorage, startSession } from './session.ts';
import { SessionTitle } from './session-title.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** The page of every link to an account. It needs no session, and ends an existing one. */
export function AccountLinkScreen() {
  const token = useLinkToken();
  // A second link differs only in its fragment, which loads no new page. The key drops the state of the first.
  return <OpenedLink key={token} token={token} />;
}

const titles = {
  join: 'Join as administrator',
  reset: 'Choose a new password',
  factor: 'Remove your second factor',
} as const;

function OpenedLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<SecondStepChallenge | null>(null);
  const load = useCallback(() => openApi.call<ReadInvitation>('POST', '/account-links/read', { token }), [token]);
  const { data, reload, ...read } = useFetched(load, 'The link could not be checked. Please try again.');
  const error = read.error && token === '' ? accountLinkMessages.incomplete : read.error;

  async function accept(input: { username?: string; email?: string; password: string }) {
    requireStorage();
    const asked = await startSession(
      await openApi.call<LoginAnswer>('POST', '/account-links/use', { token, ...input }),
    );
    if (asked) setChallenge(asked);
    else await showDashboard();
  }

  function showDashboard() {
    return navigate('/admin/dashboard', { replace: true });
  }

  async function finish(step: SecondStepInput) {
    await finishSignIn(step);
    await showDashboard();
  }

  const heading = data ? headingOf(data) : 'A link to your account';
  // In the middle of the window a card that grows moves all that stands in it.
  if (!data && !error)
    return (
      <main>
        <SessionTitle>{heading}</SessionTitle>
        <Spinner />
      </main>
    );
  return (
    <SignInCard heading={heading}>
      <SessionTitle>{heading}</SessionTitle>
      {error && (
        <>
          <Alert>{error}</Alert>
          {token !== '' && error !== accountLinkMessages.unusable && (
            <Button onClick={() => void reload()}>Retry</Button>
          )}
        </>
      )}
      {challenge && (
        <SecondStepForm challenge={challenge} finish={finish} onBack={() => void navigate('/admin/login')} />
      )}
      {data?.kind === 'factor' && <FactorReset username={data.username ?? ''} token={token} />}
      {data && data.kind !== 'factor' && !challenge && (
        <>
          <p className={`muted ${styles.whom}`}>{whomText(data)}</p>
          <AccountLinkForm invitation={data} accept={accept} />
        </>
      )}
    </SignInCard>
  );
}

function headingOf({ kind, isFirst }: ReadInvitation): string {
  return isFirst ? 'Welcome to your new site' : titles[kind];
}

function whomText({ kind, isFirst, username, email }: ReadInvitation): string {
  if (isFirst) return 'You are its first administrator. From now on, sign in with this name and password.';
  return kind === 'reset' ? `For ${username}` : `This invitation is for ${email}`;
}

/** Mail scanners open links, so only the button does it. */
function FactorReset({ username, token }: { username: string; token: string }) {
  const [done, setDone] = useState('');
  const { isBusy, problem, submit } = useSubmit('That did not work. Please try again.');
  return (
    <>
      {!done && (
        <>
          <p className={`muted ${styles.whom}`}>
            For {username}: passkeys, authenticator app and recovery codes stop working, and all sessions end. Your
            password alone then signs you in.
          </p>
          {problem && <Alert>{problem}</Alert>}
          <Button
            disabled={isBusy}
            onClick={() =>
              void submit(async () => setDone((await openApi.call('POST', '/account-links/use', { token })).message))
            }
          >
            {isBusy ? 'Removing it...' : 'Remove my second factor'}
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
