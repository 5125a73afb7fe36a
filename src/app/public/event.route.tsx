import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import { EventFailed } from '#features/events/pages/event-failed.tsx';
import { EventModal } from '#features/events/pages/event-modal.tsx';
import { EventSignup, SignupLink } from '#features/registrations/pages/event-signup.tsx';
import { signupState } from '#features/registrations/registration.ts';
import { useNow, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { loaderApi } from '#ui/api-context.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';

export const eventRoute = {
  loader: ({ context, params, request }: LoaderFunctionArgs) =>
    getEvent(context.get(loaderApi), idOr404(params.eventId, request), request.signal),
  shouldRevalidate: ({ currentParams, nextParams }) => currentParams.eventId !== nextParams.eventId,
  element: <EventPage />,
  errorElement: <EventFailed />,
} satisfies RouteObject;

function EventPage() {
  const event = useLoaderData<SocietyEvent>();
  const [isSignedIn, setIsSignedIn] = useState(false);
  useEffect(() => setIsSignedIn(hasToken()), []);
  const offer = signupOfferJsonLd(event, useSiteUrl(), useNow());
  return (
    <EventModal event={event} action={<SignupLink event={event} />} offer={offer}>
      <EventSignup key={event.id} event={event} />
      {isSignedIn && (
        <p>
          <a href={`/admin/events/${event.id}/share`}>Share</a>
        </p>
      )}
    </EventModal>
  );
}

/** The sign-up for search engines. Without the number of free places, which changes too often for a cached page. */
function signupOfferJsonLd(event: SocietyEvent, siteUrl: string, now: string): DataNode | undefined {
  const state = signupState(event, 0, now);
  if (state === 'off') return undefined;
  return {
    '@type': 'Offer',
    url: `${siteUrl}/events/${event.id}`,
    price: 0,
    availability: `https://schema.org/${state === 'open' || state === 'soon' ? 'InStock' : 'SoldOut'}`,
    ...(event.signupOpensAt && { validFrom: event.signupOpensAt }),
  };
}

/** True in the browser of an administrator. */
function hasToken(): boolean {
  try {
    return localStorage.getItem('adminToken') !== null;
  } catch {
    return false;
  }
}
