import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import { EventFailed } from '#features/events/pages/event-failed.tsx';
import { EventModal } from '#features/events/pages/event-modal.tsx';
import { EventSignup, SignupLink } from '#features/registrations/pages/event-signup.tsx';
import { signupOfferJsonLd } from '#features/registrations/pages/signup-structured-data.ts';
import { useNow, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { loaderApi } from '#ui/api-context.ts';

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

/** True in the browser of an administrator. */
function hasToken(): boolean {
  try {
    return localStorage.getItem('adminToken') !== null;
  } catch {
    return false;
  }
}
