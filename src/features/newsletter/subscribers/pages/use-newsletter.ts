import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import type { Outcome, subscribeAddress } from './subscribing.ts';

/** As in `newsletterMessages`, which would bring all the others into the first load. */
export const failed = 'Subscription failed. Please try again later.';

/** The state of one newsletter form: whether an address is on its way, and what came of it. */
export function useNewsletter() {
  const api = useApi();
  const [isSubmitting, setSubmitting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function submit(address: string, website: string) {
    setOutcome(null);
    setSubmitting(true);
    setOutcome(await subscribeByNeed({ api, address: address.trim(), website, tell: setOutcome }));
    setSubmitting(false);
  }

  return { isSubmitting, outcome, submit };
}

/** The code for it is fetched when it is needed: most visitors subscribe at most once. */
async function subscribeByNeed(form: Parameters<typeof subscribeAddress>[0]): Promise<Outcome> {
  try {
    return await (await import('./subscribing.ts')).subscribeAddress(form);
  } catch {
    return { kind: 'error', message: failed };
  }
}
