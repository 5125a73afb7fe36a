import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  useActionData,
  useLoaderData,
} from 'react-router';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { MessagePage, TryAgain } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { PrivacyLink } from '#features/settings/pages/privacy-link.tsx';
import { emailOfLink } from '#shared/calls/email-of-link.ts';
import { isPassing } from '#shared/calls/retry.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { loadInEffect } from '#ui/loaded.ts';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import notice from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import type { SubscriberState, Wish } from '../subscriber.ts';
import type { OwnSubscription } from '../subscribing/subscribing.schema.ts';
import { changeOrEraseOwnSubscription, loadOwnSubscription, type Own, type OwnLink } from './own-subscription.ts';
import styles from './subscription.module.css';

/** Where each mail's 'Choose what you get' leads. Opening it changes nothing; its forms also work without scripts. */
export const subscriptionRoute = {
  loader: async ({ context, request }: LoaderFunctionArgs) => {
    const { email = '', token } = Object.fromEntries(new URL(request.url).searchParams);
    // The server does not know what the browser keeps.
    return token ? loadOwnSubscription(context.get(loaderApi), { email: emailOfLink(email), token }) : null;
  },
  // The token leaves the address once it is read.
  shouldRevalidate: ({ nextUrl }) => nextUrl.searchParams.has('token'),
  action: async ({ context, request }: ActionFunctionArgs) => {
    const own = await changeOrEraseOwnSubscription(context.get(loaderApi), await request.formData());
    return data(own, { status: own.status });
  },
  element: <SubscriptionPage />,
} satisfies RouteObject;

function SubscriptionPage() {
  const loaded = useLoaderData<Own | null>();
  const answered = useActionData<Own>();
  const email = emailOfLink(useSearchParams()[0].get('email') ?? '');
  const linkToken = useLinkToken();
  const token = answered?.token ?? linkToken;
  const { own, isBusy, submit } = useOwn({ email: answered?.email ?? email, token }, answered ?? loaded);
  const said = own?.said;
  return (
    <Section>
      <PageMeta title={said?.isError ? 'Error: Your subscription' : 'Your subscription'} />
      <MessagePage
        title={said?.message ?? 'Your subscription'}
        icon="mail"
        outcome={said && (said.isError ? 'failure' : 'success')}
        role={said && (said.isError ? 'alert' : 'status')}
      >
        {!own && <Opening />}
        {own?.subscription &&
          (own.asks ? (
            <EraseQuestion own={own} isBusy={isBusy} submit={submit} />
          ) : (
            <Choices key={own.subscription.wish} own={own} {...own.subscription} isBusy={isBusy} submit={submit} />
          ))}
        {own && !own.subscription && (
          <div className={`row ${notice.actions}`}>
            {isPassing(own.status) && <TryAgain />}
            <LinkButton to="/">Return to Homepage</LinkButton>
          </div>
        )}
      </MessagePage>
    </Section>
  );
}

type Forms = { own: Own; isBusy: boolean; submit: (event: FormEvent<HTMLFormElement>) => void };

function useOwn(link: OwnLink, first: Own | null) {
  const api = useApi();
  const [own, setOwn] = useState(first);
  const { isBusy, run } = useBusy();
  const { email, token } = link;
  useEffect(() => {
    if (first) setOwn(first);
    else return loadInEffect(loadOwnSubscription(api, { email, token }), setOwn);
  }, [api, email, token, first]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(async () => {
      const next = await changeOrEraseOwnSubscription(api, form);
      // A line that drops says nothing about the subscription: it stays, with the choice.
      setOwn((before) => (before && isPassing(next.status) ? { ...next, subscription: before.subscription } : next));
      requestAnimationFrame(() => focusAndShowHeading());
    });
  }
  return { own, isBusy, submit };
}

/** Without scripts only a token in the URL opens the page. */
function Opening() {
  return (
    <>
      <Spinner>
        <p>Loading your subscription…</p>
      </Spinner>
      <noscript>{import.meta.env.SSR && <p className={notice.byHand}>{newsletterAnswers.linkRefused}</p>}</noscript>
    </>
  );
}

const options: { wish: Wish; name: string; text: string }[] = [
  {
    wish: 'each',
    name: 'Each article and all our other newsletters',
    text: 'Articles the day they are published, each digest (what is new and what is coming up, in one email) and our notes to all.',
  },
  { wish: 'digest', name: 'The digest only', text: 'What is new and what is coming up, in one email' },
  { wish: 'none', name: 'Nothing for now', text: 'You stay on the list and can choose again at any time.' },
];

/** Without automatic digests 'The digest only' is there just for those who have chosen it. */
function optionsFor({ wish: chosen, digestDays }: Pick<OwnSubscription, 'wish' | 'digestDays'>): typeof options {
  const often = digestDays ? `, ${digestDays.charAt(0).toLowerCase()}${digestDays.slice(1)}.` : ', now and then.';
  return options
    .filter(({ wish }) => wish !== 'digest' || digestDays !== null || wish === chosen)
    .map((option) =>
      option.wish === 'digest' ? { ...option, text: `${option.text}${often} Our notes to all come as well.` } : option,
    );
}

const standings: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'What would you like to get?',
  pending: 'Not confirmed yet: please use the link in our email.',
  unsubscribed: 'Not subscribed.',
  suppressed: 'Our emails to this address bounced, so we send none.',
};

function Choices({ own, state, wish, digestDays, isBusy, submit }: Forms & OwnSubscription) {
  const { email, token } = own;
  const query = new URLSearchParams({ email, token });
  return (
    <>
      <p>
        <bdi>{email}</bdi>
      </p>
      {state !== 'confirmed' && <p className={notice.message}>{standings[state]}</p>}
      {state === 'confirmed' && (
        <OwnForm own={own} intent="choose" submit={submit}>
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>{standings.confirmed}</legend>
            {optionsFor({ wish, digestDays }).map(({ wish: value, name, text }) => (
              <label key={value} className={styles.choice}>
                <input type="radio" name="wish" value={value} defaultChecked={value === wish} />
                <span>
                  <b>{name}</b>
                  <br />
                  {text}
                </span>
              </label>
            ))}
          </fieldset>
          <Button type="submit" aria-disabled={isBusy}>
            Save
          </Button>
        </OwnForm>
      )}
      <div className={`line ${styles.end}`}>
        {state === 'confirmed' && (
          <LinkButton to={`/unsubscribe?${query}`} variant="quiet">
            Unsubscribe
          </LinkButton>
        )}
        {state === 'unsubscribed' && <LinkButton to={`/unsubscribe?${query}&undo=1`}>Subscribe me again</LinkButton>}
        <OwnForm own={own} intent="erase" submit={submit}>
          <Button type="submit" variant="danger" aria-disabled={isBusy}>
            Erase me
          </Button>
        </OwnForm>
        <PrivacyLink />
      </div>
      <p className="small">
        {state === 'confirmed' && '“Unsubscribe” ends all newsletters, and you can come back with one click. '}
        “Erase me” also erases your address; it asks first.
      </p>
    </>
  );
}

function EraseQuestion({ own, isBusy, submit }: Forms) {
  const { email, token } = own;
  return (
    <>
      <p className={notice.message}>
        Erase everything the newsletter holds about <bdi>{email}</bdi>?
      </p>
      <p>
        You get no more newsletters. This cannot be undone. A sign-up for an event stays: the emails about that event
        have the link to erase it.
      </p>
      <div className={`line ${styles.end}`}>
        <OwnForm own={own} intent="erase" submit={submit}>
          <input type="hidden" name="sure" value="yes" />
          <Button type="submit" variant="danger" aria-disabled={isBusy}>
            Erase everything
          </Button>
        </OwnForm>
        {/* A page load, so that it also works without scripts. */}
        <a href={`/subscription?${new URLSearchParams({ email, token })}`}>Keep it</a>
      </div>
    </>
  );
}

type OwnFormProps = Pick<Forms, 'own' | 'submit'> & { intent: 'choose' | 'erase'; children: ReactNode };

/** Posts itself without scripts. */
function OwnForm({ own: { email, token }, intent, submit, children }: OwnFormProps) {
  return (
    <form className={styles.form} method="post" action="/subscription" onSubmit={submit}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}
