import { useEffect } from 'react';
import { ProofDialog } from '#features/accounts/login/proof-dialog.tsx';
import { answerProof, useAskedForProof } from './proof.ts';
import { useSession } from './session.ts';

/** Above every screen, so that the screen below keeps its state. */
export function ProofPrompt() {
  const session = useSession();
  const isAsked = useAskedForProof();
  const isSignedIn = session.status === 'signed in';
  useEffect(() => {
    if (isAsked && !isSignedIn) answerProof(false);
  }, [isAsked, isSignedIn]);
  if (!isAsked || !isSignedIn) return null;
  return <ProofDialog username={session.administrator.username} answer={answerProof} />;
}
