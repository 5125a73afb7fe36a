import { useEffect } from 'react';
import { PasswordDialog } from '#features/accounts/login/password-dialog.tsx';
import { answerPassword, usePasswordAsked } from './asked-password.ts';
import { useSession } from './session.ts';

/** Above every screen, so that the screen below keeps its state. */
export function PasswordPrompt() {
  const session = useSession();
  const isAsked = usePasswordAsked();
  const isSignedIn = session.status === 'signed in';
  useEffect(() => {
    if (isAsked && !isSignedIn) answerPassword(false);
  }, [isAsked, isSignedIn]);
  if (!isAsked || !isSignedIn) return null;
  return <PasswordDialog username={session.administrator.username} answer={answerPassword} />;
}
