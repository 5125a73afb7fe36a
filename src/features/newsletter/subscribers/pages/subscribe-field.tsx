import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { PrivacyLink } from '#features/settings/pages/privacy-link.tsx';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import styles from './subscribe-field.module.css';
import type { Answered, Outcome } from './subscribing.ts';

export function SubscribeField({ answered }: { answered?: Answered | undefined }) {
  const { form, input, trap, isSubmitting, outcome, submit } = useNewsletter(answered);
  const id = useId();
  const isInvalid = outcome?.kind === 'error';

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      // Without this code the browser posts it. While this code loads, after-paint.ts keeps what is sent.
      method="post"
      action="/subscribe"
      data-held="no"
      onSubmit={onSubmit}
      aria-busy={isSubmitting}
    >
      <div className={`row ${styles.pill}`} data-invalid={isInvalid}>
        <input
          ref={input}
          className={styles.input}
          type="email"
          name="email"
          required
          defaultValue={isInvalid ? answered?.email : undefined}
          autoComplete="email"
          inputMode="email"
          placeholder="Email address"
          aria-label="Email address"
          aria-invalid={isInvalid}
          aria-describedby={outcome?.next ? `${id} ${id}n` : id}
          disabled={isSubmitting}
        />
        {/* Robots fill in whatever they find; people neither see nor reach it. */}
        <input ref={trap} className="sr-only" name="website" tabIndex={-1} autoComplete="off" aria-hidden />
        <Button type="submit" disabled={isSubmitting}>
          Subscribe
        </Button>
      </div>
      <p id={id} className={styles.outcome} data-kind={outcome?.kind} role={isInvalid ? 'alert' : 'status'}>
        {outcome?.message ?? (isSubmitting && 'Sending…')}
      </p>
      {outcome?.next && (
        <p id={`${id}n`} className={styles.outcome}>
          {outcome.next}
        </p>
      )}
      <p className={styles.keep}>
        <PrivacyLink />
      </p>
    </form>
  );
}

/** As in `newsletterMessages`, which would bring all the others into the first load. */
const failed = 'Subscription failed. Please try again later.';

function useNewsletter(answered: Answered | undefined) {
  const api = useApi();
  // An uncontrolled field: typing may begin before this code runs.
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(answered?.outcome ?? null);

  // The form may have been sent before this code ran (after-paint.ts).
  useEffect(() => {
    if (form.current?.dataset.held === 'yes') form.current.requestSubmit();
  }, []);

  useEffect(() => {
    if (!outcome || outcome.kind === 'waiting' || !input.current) return;
    if (outcome.kind === 'success') input.current.value = '';
    input.current.focus();
  }, [outcome]);

  async function submit() {
    const address = input.current?.value.trim() ?? '';
    const website = trap.current?.value ?? '';
    setOutcome(null);
    setSubmitting(true);
    // Loaded on demand: most visitors subscribe at most once. After an update of the site its old code is gone.
    const code = await import('./subscribing.ts').catch(() => null);
    if (code) setOutcome(await code.subscribeAddress({ api, address, website, onWaiting: setOutcome }));
    else if (await fetch('/healthz').catch(() => null)) return post();
    else setOutcome({ kind: 'error', message: failed, next: 'The connection was lost.' });
    setSubmitting(false);
  }

  /** The browser sends it, to the page for those without scripts; a disabled field would be left out. */
  function post() {
    if (input.current) input.current.disabled = false;
    form.current?.submit();
  }

  return { form, input, trap, isSubmitting, outcome, submit };
}
