import { useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import type { Outcome } from './subscribing.ts';

/** The state of one newsletter form: what is typed, whether it is on its way, what came of it. */
export function useNewsletter(api: Api) {
  const [email, setEmail] = useState('');
  const [isSubmitting, setSubmitting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function submit(website: string) {
    setOutcome(null);
    setSubmitting(true);
    const result = await subscribeByNeed(api, email.trim(), website);
    if (result.kind === 'success') setEmail('');
    setOutcome(result);
    setSubmitting(false);
  }

  return { email, setEmail, isSubmitting, outcome, submit };
}

/** The code for it is fetched when it is needed: most visitors subscribe at most once. */
async function subscribeByNeed(api: Api, address: string, website: string): Promise<Outcome> {
  try {
    return await (await import('./subscribing.ts')).subscribeAddress(api, address, website);
  } catch {
    return { kind: 'error', message: 'Subscription failed. Please try again later.' };
  }
}
