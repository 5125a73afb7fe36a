import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import { signupState } from '../registration.ts';

/** The sign-up for search engines. Without the number of free places, which changes too often for a cached page. */
export function signupOfferJsonLd(event: SocietyEvent, siteUrl: string, now: string): DataNode | undefined {
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
