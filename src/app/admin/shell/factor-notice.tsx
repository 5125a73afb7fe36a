import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { dayInWords } from '#shared/instants.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen.tsx';
import { refreshSession, useSession } from '../session/session.ts';
import styles from './address-notice.module.css';

type Demand = { from: string; isInForce: boolean };

/**
 * Above every screen, for whoever lacks the second factor that everybody needs from a day on. `demand`: as the news tell it, once they
 * have.
 */
export function FactorNotice({ demand }: { demand: Demand | null | undefined }) {
  const session = useSession();
  const { pathname } = useLocation();
  const missing = session.status === 'signed in' ? session.administrator.missingFactor : undefined;
  const isMissing = missing !== undefined;
  const [told, known] = [demand === undefined ? null : keyOf(demand), keyOf(missing)];
  // Since this page was opened somebody has asked it or given it up, or its day has come.
  useEffect(() => {
    if (told !== null && told !== known) void refreshSession();
  }, [told, known]);
  // It may have been set up in another tab.
  useEffect(() => {
    if (!isMissing) return;
    const lookAgain = () => void refreshSession();
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [isMissing]);
  // The region stays: screen readers announce only changes in it.
  return (
    <div role="status">
      {missing && (
        <div className={styles.notice}>
          <Notice isWarning>
            <p>{sentenceOf(missing)}</p>
            {pathname !== '/admin/account' && (
              <Actions>
                <LinkButton size="small" to="/admin/account">
                  Set up a second factor
                </LinkButton>
              </Actions>
            )}
          </Notice>
        </div>
      )}
    </div>
  );
}

function keyOf(demand: Demand | null | undefined): string {
  return demand ? `${demand.from} ${demand.isInForce}` : '';
}

function sentenceOf({ from, isInForce }: Demand): string {
  const day = dayInWords(from, 'UTC');
  if (isInForce)
    return `Since ${day} everybody who looks after this site needs a second factor, and you have none yet. Set one up here: a passkey or an authenticator app. Then everything else opens at once.`;
  return `From ${day} on everybody who looks after this site needs a second factor, and you have none yet. A passkey or an authenticator app takes two minutes.`;
}
