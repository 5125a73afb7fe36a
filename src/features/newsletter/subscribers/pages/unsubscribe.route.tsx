import { useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, type RouteObject, useActionData } from 'react-router';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { MessagePage, TryAgain } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { emailOfLink } from '#shared/calls/email-of-link.ts';
import { isPassing } from '#shared/calls/retry.ts';
import { useApi } from '#ui/api-context.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { NoScriptFallbackForm } from '#ui/page/no-script-fallback-form.tsx';
import styles from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import { followUnsubscribeLink, type Unsubscribed, type UnsubscribeLink } from './unsubscribing.ts';

export const unsubscribeRoute = {
  action: async (sent: ActionFunctionArgs) => (await import('./no-script-forms.ts')).unsubscribeByForm(sent),
  element: <UnsubscribePage />,
} satisfies RouteObject;

/** Unsubscribes by the page's script or by its form only; opening the link with a scanner changes nothing. */
function UnsubscribePage() {
  const answered = useActionData<Unsubscribed>() ?? null;
  const [params] = useSearchParams();
  const email = answered?.email ?? emailOfLink(params.get('email') ?? '');
  const linkToken = useLinkToken();
  const token = answered?.token ?? linkToken;
  // The link in the notice sent after someone unsubscribed this address without a token.
  const link = { email, token, isUndo: params.get('undo') === '1' };
  const { outcome, undo } = useUnsubscription(link, answered);

  return (
    <Section>
      <PageMeta title="Unsubscribe" />
      <MessagePage
        title={email === '' ? newsletterMessages.missingAddress : (outcome?.message ?? 'Processing your request...')}
        icon="mail"
        outcome={email === '' ? 'failure' : outcome ? (outcome.status === 200 ? 'success' : 'failure') : undefined}
        role="status"
      >
        {!outcome && email !== '' && <UnsubscribeByHand {...link} token={params.get('token') ?? ''} />}
        <div className={`row ${styles.actions}`}>
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
          {outcome?.isUndo && outcome.status === 200 && (
            <LinkButton to={`/subscription?${new URLSearchParams({ email, token })}`} variant="quiet">
              Choose what you get
            </LinkButton>
          )}
          {outcome && isPassing(outcome.status) && !outcome.canUndo && <TryAgain />}
          {(outcome || email === '') && <LinkButton to="/">Return to Homepage</LinkButton>}
        </div>
      </MessagePage>
    </Section>
  );
}

function UnsubscribeByHand(link: UnsubscribeLink) {
  return (
    <NoScriptFallbackForm action="/unsubscribe">
      <p className={styles.message}>
        {link.isUndo ? 'Would you like our newsletter again at' : 'Would you like to stop getting our newsletter at'}{' '}
        <bdi>{link.email}</bdi>?
      </p>
      <LinkFields {...link} />
      <Button type="submit">{link.isUndo ? 'Subscribe me again' : 'Unsubscribe'}</Button>
    </NoScriptFallbackForm>
  );
}

function LinkFields({ email, token, isUndo }: UnsubscribeLink) {
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="token" value={token} />
      {isUndo && <input type="hidden" name="undo" value="1" />}
    </>
  );
}

/** Does what the link is for, once, unless the server has done it. */
function useUnsubscription(link: UnsubscribeLink, answered: Unsubscribed | null) {
  const api = useApi();
  const [, setParams] = useSearchParams();
  const [outcome, setOutcome] = useState(answered);
  const isFollowed = useRef(answered !== null);

  async function follow(isUndo: boolean, isUnattended = false) {
    const { email, token } = link;
    const done = await followUnsubscribeLink(api, { email, token, isUndo, isUnattended });
    setOutcome(done);
    // Reloading this address must not unsubscribe again.
    if (isUndo && done.status === 200)
      setParams({ email, undo: '1' }, { replace: true, preventScrollReset: true, state: { token } });
  }

  useEffect(() => {
    if (isFollowed.current || link.email === '') return;
    isFollowed.current = true;
    if (link.isUndo) void follow(true);
    else void seesPerson().then((isSeen) => follow(false, !isSeen));
  });

  return { outcome, undo: () => follow(true) };
}

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown'] as const;
const withinMs = 1000;

/**
 * True at the first sign of a person; false without one: mail scanners open links and run scripts, and touch nothing. A page that is
 * closed before either does nothing, as nothing tells a person from a scanner then.
 */
function seesPerson(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const controller = new AbortController();
  for (const sign of signs) addEventListener(sign, () => resolve(true), { signal: controller.signal, passive: true });
  setTimeout(() => resolve(false), withinMs);
  return promise.finally(() => controller.abort());
}
