import { useState } from 'react';
import { useLocation } from 'react-router';
import { LoginForm } from '#features/accounts/login/login-form.tsx';
import { SecondStepForm } from '#features/accounts/login/second-step-form.tsx';
import type { SecondStepChallenge } from '#features/accounts/second-factor/second-factor.schema.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { Button } from '#ui/forms/button.tsx';
import { Notice } from '#ui/page/screen-parts.tsx';
import { CheckingSession } from '../guard.tsx';
import { Redirect } from '../redirect.tsx';
import { checkSession, finishSignIn, openApi, requireStorage, startSession, useSession } from './session.ts';
import { SessionTitle } from './session-title.tsx';
import { ForgottenLink, LoginHeading, SignInCard, UnclaimedNotice } from './sign-in-card.tsx';

/** As the server said with the page. */
const isUnclaimed = document.querySelector('meta[name=unclaimed]') !== null;

export function LoginScreen() {
  const session = useSession();
  const { state } = useLocation() as { state: { backTo?: string | null } | null };
  const { shortName } = useSettings();
  const [challenge, setChallenge] = useState<SecondStepChallenge | null>(null);
  if (session.status === 'checking') return <CheckingSession />;
  if (session.status === 'signed in') return <Redirect to={state?.backTo ?? '/admin/dashboard'} />;
  return (
    <SignInCard heading={<LoginHeading shortName={shortName} />}>
      <SessionTitle>Sign in</SessionTitle>
      {session.because === 'expired' && (
        <Notice>
          <p>Your session has ended. Please sign in again; what you were writing is kept in this browser.</p>
        </Notice>
      )}
      {session.because === 'left elsewhere' && (
        <Notice>
          <p>You signed out in another tab. Sign in to go back to where you were; what you were writing is kept.</p>
        </Notice>
      )}
      {session.because === 'unreachable' && (
        <Notice>
          <p>The server could not be reached to check your session.</p>
          <Button size="small" variant="quiet" onClick={() => void checkSession()}>
            Retry
          </Button>
        </Notice>
      )}
      {isUnclaimed && <UnclaimedNotice />}
      {challenge ? (
        <SecondStepForm challenge={challenge} finish={finishSignIn} onBack={() => setChallenge(null)} />
      ) : (
        <>
          <LoginForm
            signIn={async (input) => {
              requireStorage();
              setChallenge(await startSession(await openApi.call('POST', '/admin/login', input)));
            }}
          />
          <ForgottenLink />
        </>
      )}
    </SignInCard>
  );
}
