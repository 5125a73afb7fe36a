import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { InvitationForm } from '#features/accounts/admin/invitation-form.tsx';
import { acceptInvitation, readInvitation } from '#features/accounts/administrators.client.ts';
import { invitationMessages } from '#features/accounts/invitations/invitation.ts';
import { Button } from '#ui/forms/button.tsx';
import { Alert } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import styles from './login-screen.module.css';
import { openApi, startSessionWith } from './session.ts';

/** The page of an invitation link. It needs no session, and ends an existing one. */
export function InvitationScreen() {
  const token = useLinkToken();
  // A second link differs only in its fragment, which loads no new page. The key drops the state of the first.
  return <OpenedLink key={token} token={token} />;
}

function OpenedLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const load = useCallback(() => readInvitation(openApi, token), [token]);
  const { data, error, reload } = useFetched(load, 'The link could not be checked. Please try again.');

  async function accept(input: { username?: string; password: string }) {
    await startSessionWith(await acceptInvitation(openApi, { token, ...input }));
    await navigate('/admin/dashboard', { replace: true });
  }

  return (
    <main className={styles.screen}>
      <title>Invitation · One Health Admin</title>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>{data?.kind === 'reset' ? 'Choose a new password' : 'Join as administrator'}</h1>
        {!data && !error && <Spinner />}
        {error && (
          <>
            <Alert>{error}</Alert>
            {error !== invitationMessages.unusable && <Button onClick={() => void reload()}>Retry</Button>}
          </>
        )}
        {data && (
          <>
            <p className={styles.whom}>
              {data.kind === 'reset' ? `For ${data.username}` : `This invitation is for ${data.email}`}
            </p>
            <InvitationForm invitation={data} accept={accept} />
          </>
        )}
      </div>
      <a className={styles.back} href="/">
        Back to the site
      </a>
    </main>
  );
}
