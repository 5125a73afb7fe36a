/** What someone who had left was like, while anyone who asks with their address again has not confirmed. */
import type { RegistrationRow } from './registration-links.server.ts';

type Former = Pick<RegistrationRow, 'name' | 'email' | 'places' | 'state' | 'cancelledBy' | 'answers'>;

export function formerText({ name, email, places, state, cancelledBy, answers }: Former): string {
  return JSON.stringify({ name, email, places, state, cancelledBy, answers } satisfies Former);
}

/** To be written back. Nothing of it where there is nothing. */
export function formerOf({ former }: Pick<RegistrationRow, 'former'>): Partial<RegistrationRow> {
  return former === null ? {} : { ...(JSON.parse(former) as Former), former: null };
}
