import { useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { subscribe } from '../newsletter.client.ts';
import { isEmail, newsletterMessages } from '../newsletter.ts';

type Outcome = { kind: 'success' | 'error'; message: string } | null;

/** The state of one newsletter form: what is typed, whether it is on its way, what came of it. */
export function useNewsletter(api: Api) {
  const [email, setEmail] = useState('');
  const [isSubmitting, setSubmitting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);

  async function submit() {
    const address = email.trim();
    if (!isEmail(address)) {
      setOutcome({ kind: 'error', message: newsletterMessages.invalidEmail });
      return;
    }
    setOutcome(null);
    setSubmitting(true);
    try {
      await subscribe(api, address);
      setEmail('');
      setOutcome({ kind: 'success', message: newsletterMessages.subscribed });
    } catch (error) {
      setOutcome({ kind: 'error', message: failure(error) });
    } finally {
      setSubmitting(false);
    }
  }

  return { email, setEmail, isSubmitting, outcome, submit };
}

/** The server's sentence, else the spec's (spec 8); a broken connection says nothing a reader could use. */
function failure(error: unknown): string {
  if (error instanceof ApiError) return error.code === 'error' ? newsletterMessages.subscribeRefused : error.message;
  if (error instanceof TypeError || !(error instanceof Error)) return newsletterMessages.subscribeFailed;
  return error.message || newsletterMessages.subscribeFailed;
}
