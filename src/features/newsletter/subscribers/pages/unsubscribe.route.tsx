import { useEffect, useMemo, useRef, useState } from 'react';
import { type RouteObject, useSearchParams } from 'react-router';
import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { focusHeading } from '#ui/page/focus.ts';
import { Section } from '#ui/page/layout.tsx';
import { useLinkToken } from '#ui/use-link-token.ts';
import { resubscribe, unsubscribe } from '../subscribing/subscribing.client.ts';
import styles from './notice.module.css';
import { oncePerKey } from './once.ts';

export const unsubscribeRoute = { element: <UnsubscribePage /> } satisfies RouteObject;

type Outcome = { message: string; canUndo: boolean };

/** Unsubscribes in the browser only; opening the link with a scanner changes nothing. */
function UnsubscribePage() {
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const email = params.get('email')?.trim() ?? '';
  const token = useLinkToken();
  // The link in the notice that somebody else's click was answered with.
  const comesBack = params.get('undo') === '1';
  const [outcome, setOutcome] = useUnsubscription(comesBack ? '' : email, token);

  async function undo() {
    // Copied from the address bar, where the token no longer stands: it must not unsubscribe.
    if (!token) return setOutcome({ canUndo: false, message: newsletterAnswers.resubscribeRefused });
    try {
      setOutcome({ canUndo: false, message: (await resubscribe(api, email, token)).message });
      // Loading this address again must not unsubscribe once more.
      setParams({ email, undo: '1' }, { replace: true, preventScrollReset: true, state: { token } });
    } catch (error) {
      // A refusal stays one; anything else may pass.
      const canUndo = !(error instanceof ApiError && error.status < 500);
      setOutcome({ canUndo, message: errorMessage(error, newsletterMessages.subscribeFailed) });
    }
  }

  const hasComeBack = useRef(false);
  useEffect(() => {
    if (!comesBack || email === '' || outcome || hasComeBack.current) return;
    hasComeBack.current = true;
    void undo();
  });

  return (
    <Section>
      <PageMeta title="Unsubscribe" />
      <div className={styles.notice}>
        <h1>Newsletter</h1>
        <p className={styles.message} role="status">
          {email === '' ? newsletterMessages.missingAddress : (outcome?.message ?? 'Processing your request...')}
        </p>
        <noscript>
          <p>Unsubscribing on this page needs JavaScript. The unsubscribe button of your mail program works without.</p>
        </noscript>
        <div className={styles.actions}>
          {outcome?.canUndo && (
            <Button
              variant="quiet"
              onClick={() => {
                focusHeading();
                void undo();
              }}
            >
              Undo
            </Button>
          )}
          {(outcome || email === '') && <LinkButton to="/">Return to Homepage</LinkButton>}
        </div>
      </div>
    </Section>
  );
}

function useUnsubscription(email: string, token: string) {
  const api = useApi();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const once = useMemo(() => oncePerKey((address) => unsubscribe(api, address, token)), [api, token]);
  useEffect(() => {
    if (email === '') return;
    let isCurrent = true;
    void once(email)
      .then(
        ({ message, canUndo = false }): Outcome => ({ message: message || newsletterMessages.unsubscribed, canUndo }),
      )
      .catch((): Outcome => ({ canUndo: false, message: newsletterMessages.unsubscribeFailed }))
      .then((result) => {
        if (isCurrent) setOutcome(result);
      });
    return () => {
      isCurrent = false;
    };
  }, [email, once]);
  return [outcome, setOutcome] as const;
}
