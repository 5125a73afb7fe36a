import { useEffect, useMemo, useState } from 'react';
import { RestoreRefused, restoreCalls } from '#app/first-restore/first-restore.client.ts';
import { encryptedBegin, type RestoreState } from '#app/first-restore/first-restore.ts';
import { ConnectionLost } from '#shared/api-client.ts';

const lookEveryMs = 1000;

/** What the server is at with this link's backup; and what the page itself is at. */
export function useRestore(token: string) {
  const calls = useMemo(() => restoreCalls(token), [token]);
  const [state, setState] = useState<RestoreState | null>(null);
  /** What makes the page useless, such as a link that has ended. */
  const [problem, setProblem] = useState<string | null>(null);
  /** How much of the file is sent, 0 to 1; null while none is. */
  const [sent, setSent] = useState<number | null>(null);
  const isUnknown = state === null;
  const isWaiting = isUnknown || state.step === 'checking' || state.step === 'restoring';
  const isRestoring = state?.step === 'restoring';

  function fail(error: unknown): void {
    if (error instanceof RestoreRefused) setProblem(error.message);
    else setProblem(new ConnectionLost(error).message);
  }

  useEffect(() => {
    if (!isWaiting || problem !== null) return;
    let isOver = false;
    const look = () =>
      calls.state().then(
        (now) => !isOver && setState(now),
        (error: unknown) => {
          if (isOver || (isRestoring && isAway(error))) return;
          // The site is no longer empty: it was restored, and the one that knew of this link is gone.
          if (isRestoring && isGone(error)) setState((before) => before && { ...before, step: 'restored' });
          else fail(error);
        },
      );
    if (isUnknown) void look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [calls, isWaiting, isRestoring, problem, isUnknown]);

  async function run(work: () => Promise<RestoreState>): Promise<void> {
    setProblem(null);
    try {
      setState(await work());
    } catch (error) {
      fail(error);
    }
    setSent(null);
  }

  return {
    state,
    problem,
    sent,
    /** Sends the file and has it checked. */
    submit: (file: File, passphrase: string) =>
      run(async () => {
        setSent(0);
        const now = await calls.send(file, setSent);
        return now.step === 'received' ? calls.check(passphrase) : now;
      }),
    checkAgain: (passphrase: string) => run(() => calls.check(passphrase)),
    restore: () => run(() => calls.restore()),
    retry: () => run(() => calls.state()),
    /** The backup that was checked is not the one that is wanted. */
    chooseAnother: () => setState((before) => before && { ...before, step: 'waiting', refused: null }),
  };
}

/** The site is starting anew, and a proxy before it says so. */
function isAway(error: unknown): boolean {
  return !(error instanceof RestoreRefused) || error.status >= 500;
}

function isGone(error: unknown): boolean {
  return error instanceof RestoreRefused && error.status === 404;
}

export async function isEncrypted(file: File): Promise<boolean> {
  return (await file.slice(0, encryptedBegin.length).text()) === encryptedBegin;
}
