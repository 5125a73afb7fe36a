import { useEffect, useMemo, useState } from 'react';
import { type RouteObject, useNavigate } from 'react-router';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useApi } from '#ui/api.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Section } from '#ui/page/layout.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useLinkToken } from '#ui/use-link-token.ts';
import { type Verification, verifySubscription } from '../subscribing/subscribing.client.ts';
import styles from './notice.module.css';
import { oncePerKey } from './once.ts';
import { SubscribeField } from './subscribe-field.tsx';

const redirectDelay = 3000;

export const verifyRoute = { element: <VerifyPage /> } satisfies RouteObject;

/** Confirms in the browser only: mail scanners open links, and confirming changes something (B3). */
function VerifyPage() {
  const result = useVerification(useLinkToken());
  return (
    <Section>
      <PageMeta title="Confirm Your Subscription" />
      <div className={styles.notice}>
        <h1>Newsletter</h1>
        {result === null ? (
          <Spinner>
            <p>Verifying your subscription...</p>
          </Spinner>
        ) : result.status === 'success' ? (
          <Verified message={result.message} />
        ) : (
          <NotVerified message={result.message} />
        )}
        <noscript>
          <p>Confirming a subscription needs JavaScript. Please switch it on and open the link again.</p>
        </noscript>
      </div>
    </Section>
  );
}

function useVerification(token: string): Verification | null {
  const api = useApi();
  const verifyOnce = useMemo(() => oncePerKey((key) => verifySubscription(api, key)), [api]);
  const [result, setResult] = useState<Verification | null>(null);
  useEffect(() => {
    if (!token) {
      setResult({ status: 'error', message: newsletterMessages.verifyRefused });
      return;
    }
    let isCurrent = true;
    void verifyOnce(token)
      .catch((): Verification => ({ status: 'error', message: newsletterMessages.verifyException }))
      .then((verification) => {
        if (isCurrent) setResult(verification);
      });
    return () => {
      isCurrent = false;
    };
  }, [token, verifyOnce]);
  return result;
}

function Verified({ message }: { message: string }) {
  const navigate = useNavigate();
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => void navigate('/'), redirectDelay);
    return () => clearTimeout(timer);
  }, [stays, navigate]);
  return (
    <>
      <p className={styles.message} role="status">
        {message}
      </p>
      {!stays && <p>You will be taken to the home page in a moment.</p>}
      <div className={styles.actions}>
        <LinkButton to="/">Go to Homepage</LinkButton>
        {!stays && (
          <Button
            variant="quiet"
            onClick={() => {
              setStays(true);
              focusHeading();
            }}
          >
            Stay on this page
          </Button>
        )}
      </div>
    </>
  );
}

function NotVerified({ message }: { message: string }) {
  const navigate = useNavigate();
  return (
    <>
      <p className={styles.message} role="alert">
        {message}
      </p>
      <Button onClick={() => void navigate('/')}>Return to Homepage</Button>
      <div className={styles.again}>
        <h2>Get a new confirmation mail</h2>
        <SubscribeField />
      </div>
    </>
  );
}
