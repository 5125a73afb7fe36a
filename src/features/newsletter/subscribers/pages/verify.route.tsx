import { useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, type RouteObject, useActionData, useNavigate } from 'react-router';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { MessagePage, TryAgain } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useApi } from '#ui/api-context.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { NoScriptFallbackForm } from '#ui/page/no-script-fallback-form.tsx';
import styles from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import { type Verification, verifySubscription } from '../subscribing/subscribing.client.ts';
import { SubscribeField } from './subscribe-field.tsx';

const redirectDelay = 3000;

export const verifyRoute = {
  action: async (sent: ActionFunctionArgs) => (await import('./no-script-forms.ts')).verifyByForm(sent),
  element: <VerifyPage />,
} satisfies RouteObject;

/** Confirms by the page's script or by its form only: mail scanners open links, and confirming changes something (B3). */
function VerifyPage() {
  const answered = useActionData<Verification>() ?? null;
  const token = useLinkToken();
  const result = useVerification(token, answered);
  return (
    <Section>
      <PageMeta title="Confirm Your Subscription" />
      <MessagePage
        title={result?.message ?? 'Newsletter'}
        icon="mail"
        outcome={result ? (result.status === 'success' ? 'success' : 'failure') : undefined}
        role={result ? (result.status === 'success' ? 'status' : 'alert') : undefined}
      >
        {result === null ? (
          <Spinner>
            <p>Verifying your subscription...</p>
          </Spinner>
        ) : result.status === 'success' ? (
          <Verified isByHand={answered !== null} />
        ) : (
          <NotVerified mayPass={result.mayPass === true} isIncomplete={!token && answered === null} />
        )}
        {result === null && <ConfirmByHand />}
      </MessagePage>
    </Section>
  );
}

/** Only with the token in the URL: the server does not know what the browser stores. */
function ConfirmByHand() {
  const token = useSearchParams()[0].get('token');
  if (!token)
    return (
      <noscript>
        {import.meta.env.SSR && (
          <div className={styles.byHand}>
            <p>{newsletterMessages.verifyRefused}</p>
            <LinkButton to="/subscribe">Get a new email</LinkButton>
          </div>
        )}
      </noscript>
    );
  return (
    <NoScriptFallbackForm action="/verify">
      <p className={styles.message}>Please confirm that you would like our newsletter.</p>
      <input type="hidden" name="token" value={token} />
      <Button type="submit">Confirm subscription</Button>
    </NoScriptFallbackForm>
  );
}

/** Verifies once, by the browser or by the form. */
function useVerification(token: string, answered: Verification | null): Verification | null {
  const api = useApi();
  const [result, setResult] = useState<Verification | null>(answered);
  const asked = useRef(answered ? token : null);
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    const show = (verification: Verification) => asked.current === token && setResult(verification);
    if (token)
      void verifySubscription(api, token).then(show, () =>
        show({ status: 'error', message: newsletterMessages.verifyException }),
      );
    else show({ status: 'error', message: newsletterMessages.verifyRefused });
  }, [api, token]);
  return result;
}

/** `isByHand`: the page answers its form and does not redirect. */
function Verified({ isByHand }: { isByHand: boolean }) {
  const navigate = useNavigate();
  const [stays, setStays] = useState(isByHand);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => void navigate('/'), redirectDelay);
    return () => clearTimeout(timer);
  }, [stays, navigate]);
  return (
    <>
      <p>You are subscribed to our newsletter. Each one has a link to choose what you get, or to leave.</p>
      {!stays && <p>You will be taken to the home page in a moment.</p>}
      <div className={`row ${styles.actions}`}>
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

function NotVerified({ mayPass, isIncomplete }: { mayPass: boolean; isIncomplete: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      {isIncomplete && (
        <p>This link is incomplete. Please open the whole link from the email, or get a new one below.</p>
      )}
      <div className={`row ${styles.actions}`}>
        {mayPass && <TryAgain />}
        <form
          action="/"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate('/');
          }}
        >
          <Button type="submit">Return to Homepage</Button>
        </form>
      </div>
      {!mayPass && (
        <div className={styles.again}>
          <h2>Get a new confirmation email</h2>
          <SubscribeField />
        </div>
      )}
    </>
  );
}
