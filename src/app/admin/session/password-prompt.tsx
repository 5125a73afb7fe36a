import { useEffect, useState } from 'react';
import type { PasswordDialog } from '#features/accounts/login/password-dialog.tsx';
import { answerPassword, useIsPasswordAsked } from './ask-for-password.ts';
import { useSession } from './session.ts';

/** Above every screen, so that the screen below keeps its state. */
export function PasswordPrompt() {
  const session = useSession();
  const isAsked = useIsPasswordAsked();
  const isSignedIn = session.status === 'signed in';
  const [loaded, setLoaded] = useState<{ Dialog: typeof PasswordDialog } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    if (!isSignedIn) return answerPassword(false);
    const loading = import('#features/accounts/login/password-dialog.tsx');
    loading.then(
      ({ PasswordDialog: Dialog }) => setLoaded({ Dialog }),
      () => answerPassword(false),
    );
  }, [isAsked, isSignedIn]);
  if (!isAsked || !isSignedIn || !loaded) return null;
  return <loaded.Dialog username={session.administrator.username} answer={answerPassword} />;
}
