import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import { signupState } from '../registration.ts';

/** What search engines are told of a sign-up. How many places are left changes too often for a page that is kept. */
export function signupOffer(event: SocietyEvent, siteUrl: string, now: string): DataNode | undefined {
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
