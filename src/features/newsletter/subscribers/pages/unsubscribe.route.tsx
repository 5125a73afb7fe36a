import { useEffect, useMemo, useRef, useState } from 'react';
import { type ActionFunctionArgs, type RouteObject, useActionData, useSearchParams } from 'react-router';
import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import { Notice } from '#features/settings/pages/notice.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { oncePerKey } from '#ui/once.ts';
import { focusHeading } from '#ui/page/focus.ts';
import { Section } from '#ui/page/layout.tsx';
import { NoScriptForm } from '#ui/page/no-script-form.tsx';
import styles from '#ui/page/notice.module.css';
import { useLinkToken } from '#ui/use-link-token.ts';
import { resubscribe, unsubscribe } from '../subscribing/subscribing.client.ts';
import type { UnsubscribeAnswer } from './form-answers.ts';

export const unsubscribeRoute = {
  action: async (sent: ActionFunctionArgs) => (await import('./form-answers.ts')).unsubscribeByForm(sent),
  element: <UnsubscribePage />,
} satisfies RouteObject;

type Outcome = UnsubscribeAnswer['outcome'];

/** Unsubscribes by the page's script or by its form only; opening the link with a scanner changes nothing. */
function UnsubscribePage() {
  const answered = useActionData<UnsubscribeAnswer>();
  const [params] = useSearchParams();
  // A plus sign that was not encoded arrives as a space, which no address holds.
  const email = answered?.email ?? params.get('email')?.trim().replaceAll(' ', '+') ?? '';
  const linkToken = useLinkToken();
  const token = answered?.token ?? linkToken;
  // The link in the notice that someone else's click was answered with.
  const comesBack = params.get('undo') === '1';
  const link = { email, token, isUndo: comesBack };
  const { outcome, undo } = useUnsubscription(link, answered?.outcome ?? null);

  return (
    <Section>
      <PageMeta title="Unsubscribe" />
      <Notice title="Newsletter">
        <p className={styles.message} role="status">
          {email === '' ? newsletterMessages.missingAddress : (outcome?.message ?? 'Processing your request...')}
        </p>
        {!outcome && email !== '' && <LeaveByHand {...link} token={params.get('token') ?? ''} />}
        <div className={styles.actions}>
          {outcome?.canUndo && (
            <form
              method="post"
              action="/unsubscribe"
              onSubmit={(event) => {
                event.preventDefault();
                focusHeading();
                void undo();
              }}
            >
              <LinkFields {...link} isUndo />
              <Button type="submit" variant="quiet">
                Undo
              </Button>
            </form>
          )}
          {(outcome || email === '') && <LinkButton to="/">Return to Homepage</LinkButton>}
        </div>
      </Notice>
    </Section>
  );
}

type Link = { email: string; token: string; isUndo: boolean };

function LeaveByHand(link: Link) {
  return (
    <NoScriptForm action="/unsubscribe">
      <p className={styles.message}>
        {link.isUndo ? 'Would you like our newsletter again at' : 'Would you like no more newsletters at'}{' '}
        <bdi>{link.email}</bdi>?
      </p>
      <LinkFields {...link} />
      <Button type="submit">{link.isUndo ? 'Subscribe me again' : 'Unsubscribe'}</Button>
    </NoScriptForm>
  );
}

function LinkFields({ email, token, isUndo }: Link) {
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="token" value={token} />
      {isUndo && <input type="hidden" name="undo" value="1" />}
    </>
  );
}

/** Does what the link is for, unless the server has done it. */
function useUnsubscription({ email, token, isUndo }: Link, answered: Outcome | null) {
  const api = useApi();
  const [, setParams] = useSearchParams();
  const [outcome, setOutcome] = useState(answered);
  const once = useMemo(() => oncePerKey((address) => unsubscribe(api, address, token)), [api, token]);
  useEffect(() => {
    if (isUndo || email === '' || answered) return;
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
  }, [email, isUndo, answered, once]);

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

  const isUndone = useRef(false);
  useEffect(() => {
    if (!isUndo || email === '' || outcome || isUndone.current) return;
    isUndone.current = true;
    void undo();
  });

  return { outcome, undo };
}
