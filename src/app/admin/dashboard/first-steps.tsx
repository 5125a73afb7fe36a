import { useState } from 'react';
import { binDays } from '#features/bin/bin.ts';
import { checkAction } from '#features/health/admin/check-action.tsx';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { ProgressBar } from '#ui/forms/progress-bar.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { ActionRow } from '#ui/page/screen-parts.tsx';
import styles from './first-steps.module.css';
import type { FetchedGlance } from './glance-panel.tsx';

/** One line above the dashboard until every step is done or someone hides it; a press shows all steps. */
export function FirstSteps({ glance, onChanged }: { glance: FetchedGlance; onChanged: () => void }) {
  const { data, reload } = glance;
  const state = data?.firstSteps;
  const api = useApi();
  const { run } = useBusy();
  const { confirm, dialog } = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  if (!state?.isShown) return null;
  const call = (method: string, path: string) =>
    run(() => withToast(() => api.call<{ message: string }>(method, path), reload));
  const press = async ({ label, method, path }: { label: string; method: string; path: string }) => {
    // The demo content goes; other calls take nothing away.
    const detail = `It goes to the bin, where you can restore it for ${binDays} days. What you have edited stays.`;
    if (method === 'DELETE' && !(await confirm('Remove the demo content?', label, { detail, isHarmless: true })))
      return;
    await call(method, path).then(onChanged);
  };
  const open = state.steps.filter(({ isDone }) => !isDone);
  const done = state.steps.filter(({ isDone }) => isDone);
  const next = open.find(({ action }) => action !== undefined) ?? open[0];
  return (
    <section className={`box ${styles.steps}`} aria-labelledby="first-steps">
      <div className={`line ${styles.line}`}>
        <h2 id="first-steps">First steps</h2>
        <div className={styles.bar} aria-hidden="true">
          <ProgressBar label="Done" percent={(100 * done.length) / state.steps.length} />
        </div>
        <p role="status">
          {done.length} of {state.steps.length} done
        </p>
        {!isOpen && next && (
          <>
            <p className={styles.next}>Next: {next.title}</p>
            {checkAction(next.action, (action) => void press(action))}
          </>
        )}
        <button
          type="button"
          className={`notable ${styles.all}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      </div>
      {isOpen && (
        <>
          <Rows label="All first steps">
            {open.map(({ name, title, sentence, todo, action }) => (
              <Row key={name} title={title} actions={checkAction(action, (pressed) => void press(pressed))}>
                <p>
                  {sentence} {todo}
                </p>
              </Row>
            ))}
            {done.map(({ name, title }) => (
              <Row key={name} title={`✓ ${title}`} />
            ))}
          </Rows>
          <ActionRow below>
            <Button size="small" variant="quiet" onClick={() => void call('PUT', '/first-steps/admin')}>
              Hide these steps
            </Button>
          </ActionRow>
        </>
      )}
      {dialog}
    </section>
  );
}
