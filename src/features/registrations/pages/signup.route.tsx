import { useEffect, useRef } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouteObject,
  useActionData,
  useLoaderData,
  useRouteError,
} from 'react-router';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventMessages } from '#features/events/event.ts';
import { getEvent } from '#features/events/events.client.ts';
import { MessagePage } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import type { Api } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Section } from '#ui/page/page-sections.tsx';
import { useLinkToken } from '#ui/use-link-token.ts';
import type { EventPlaces } from '../registration.schema.ts';
import { getEventPlaces } from '../registrations.client.ts';
import { EventSummary } from './event-summary.tsx';
import { loadOwnRegistration, type OwnAnswer, type OwnLoaded } from './own-registration.ts';
import { OwnSignup } from './own-signup.tsx';
import type { SignupAnswer } from './signing-up.ts';
import styles from './signup.module.css';
import { SignupStanding } from './signup-standing.tsx';
import { signupTexts } from './signup-texts.ts';

/**
 * `?event=7` is the form to sign up, to link to and for browsers without scripts; `?token=…` of a mail leads guests to their own sign-up.
 */
export const signupRoute = {
  loader: ({ context, request }: LoaderFunctionArgs) =>
    loadSignup(context.get(loaderApi), new URL(request.url).searchParams, request.signal),
  action: async (sent: ActionFunctionArgs) => (await import('./no-script-forms.ts')).answerSignupForm(sent),
  // The token leaves the address once it is read.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    nextUrl.searchParams.has('token') || currentUrl.searchParams.get('event') !== nextUrl.searchParams.get('event'),
  element: <SignupPage />,
  errorElement: <SignupFailed />,
} satisfies RouteObject;

type FormLoaded = { event: SocietyEvent; places: Loaded<EventPlaces> };
type SignupLoaded = { form?: FormLoaded; own?: OwnLoaded };

async function loadSignup(api: Api, params: URLSearchParams, signal: AbortSignal): Promise<SignupLoaded> {
  const token = params.get('token');
  if (token) return { own: await loadOwnRegistration(api, token) };
  if (!params.get('event')) return {};
  const id = Number(idOr404(params.get('event')));
  const [event, places] = await Promise.all([getEvent(api, id, signal), loadPlaces(api, id)]);
  return { form: { event, places } };
}

function loadPlaces(api: Api, id: number): Promise<Loaded<EventPlaces>> {
  return settleLoad(getEventPlaces(api, id), signupTexts.placesFailed);
}

function SignupPage() {
  const { form, own } = useLoaderData<SignupLoaded>();
  const { signup, own: ownAnswer } = useActionData<{ signup?: SignupAnswer; own?: OwnAnswer }>() ?? {};
  const linkToken = useLinkToken();
  const token = ownAnswer?.token ?? linkToken;
  useFocusOnChange(form && !token ? form.event.id : token);
  if (form && !token) return <EventSignupPage key={form.event.id} {...form} answered={signup} />;
  return <OwnSignup key={token} token={token} first={ownAnswer ?? own ?? null} />;
}

/** The form and a guest's own page differ only in the query: moves the focus after each navigation. */
function useFocusOnChange(shown: number | string): void {
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== shown) focusHeading();
    last.current = shown;
  }, [shown]);
}

function EventSignupPage({ event, places, answered }: FormLoaded & { answered: SignupAnswer | undefined }) {
  const api = useApi();
  const { loaded, retry } = useLoaded(places, () => loadPlaces(api, event.id));
  const isRefused = answered?.outcome?.kind === 'error';
  return (
    <Section>
      <PageMeta title={`${isRefused ? 'Error: ' : ''}Sign up: ${event.title}`} />
      <div className={styles.page}>
        <h1>Sign up</h1>
        <EventSummary event={event} />
        {loaded.ok ? (
          <SignupStanding event={event} places={loaded.data} answered={answered} whenAnswered={() => void retry()} />
        ) : (
          <ErrorState message={loaded.message} onRetry={() => void retry()} />
        )}
      </div>
    </Section>
  );
}

function SignupFailed() {
  const message = errorMessage(useRouteError(), eventMessages.loadFailed);
  return (
    <Section>
      <PageMeta title="Sign up" />
      <MessagePage title={message} icon="calendar" outcome="failure" role="alert">
        <LinkButton to="/events">View All Events</LinkButton>
      </MessagePage>
    </Section>
  );
}
