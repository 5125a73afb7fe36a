import { type ReactNode, useState } from 'react';
import type { FirstStepsState } from '#app/first-steps/first-steps.schema.ts';
import { sendTestMail } from '#features/newsletter/content/mail-views.client.ts';
import { capitalised } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { ProgressBar } from '#ui/forms/progress-bar.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { ActionRow } from '#ui/page/screen-parts.tsx';
import type { FetchedGlance } from '../use-glance.ts';
import styles from './first-steps.module.css';

type Name = FirstStepsState['steps'][number]['name'];
type Step = { title: string; hint: string; action?: ReactNode };
/** One line above the dashboard until every step is done or someone hides it; a press shows all steps. */
export function FirstSteps({ glance, onChanged }: { glance: FetchedGlance; onChanged: () => void }) {
  const { data, reload } = glance;
  const state = data?.firstSteps;
  const api = useApi();
  const { run } = useBusy();
  const [isOpen, setIsOpen] = useState(false);
  if (!state?.isShown) return null;
  const act = (method: 'PUT' | 'DELETE') => run(() => withToast(() => api.call(method, '/first-hour/admin'), reload));
  const remove = () => void act('DELETE').then(onChanged);
  const test = (articleId: number) => void withToast(() => sendTestMail(api, articleId), reload);
  const words = wordsFor(state, remove, test);
  const open = state.steps.filter(({ isDone }) => !isDone).map(({ name }) => words[name]);
  const done = state.steps.length - open.length;
  const next = open.find(({ action }) => action !== undefined) ?? open[0];
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={`line ${styles.line}`}>
        <h2 id="first-steps">First steps</h2>
        <div className={styles.bar} aria-hidden="true">
          <ProgressBar label="Done" percent={(100 * done) / state.steps.length} />
        </div>
        <p role="status">
          {done} of {state.steps.length} done
        </p>
        {!isOpen && next && (
          <>
            <p className={styles.next}>Next: {next.title}</p>
            {next.action}
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
      {isOpen && <AllSteps open={open} onDismiss={() => void act('PUT')} />}
    </section>
  );
}

/** `onDismiss`: hides them for all administrators. */
function AllSteps({ open, onDismiss }: { open: Step[]; onDismiss: () => void }) {
  return (
    <>
      <Rows label="Remaining first steps">
        {open.map(({ title, hint, action }) => (
          <Row key={title} title={title} actions={action}>
            <p>{hint}</p>
          </Row>
        ))}
      </Rows>
      <ActionRow below>
        <Button size="small" variant="quiet" onClick={onDismiss}>
          Hide these steps
        </Button>
      </ActionRow>
    </>
  );
}

type Test = (articleId: number) => void;

function wordsFor(state: FirstStepsState, remove: () => void, test: Test): Record<Name, Step> {
  return {
    address: {
      title: "The site's own address",
      hint: `The site calls itself ${state.siteUrl}, which no one else can open. Ask the person who runs the server to set SITE_URL.`,
    },
    mail: mailStep(state, test),
    colleague: {
      title: 'A second administrator',
      hint: 'So that the site does not depend on one person.',
      action: <StepLink to="/admin/administrators">Invite a colleague</StepLink>,
    },
    'second-factor': {
      title: 'A second factor for your account',
      hint: 'Then a stolen password is not enough to sign in.',
      action: <StepLink to="/admin/account">Set it up</StepLink>,
    },
    join: {
      title: 'The membership form',
      hint: "Until you enter its address, 'Join Society' only offers the newsletter.",
      action: <StepLink to="/admin/settings#society">Enter its address</StepLink>,
    },
    about: {
      title: 'The text of the About page',
      hint: 'It is still the text that came with the site.',
      action: <StepLink to="/admin/settings#about">Write it</StepLink>,
    },
    privacy: {
      title: 'What you do with addresses',
      hint: 'Your forms ask for email addresses. Put a page on the site that says what you do with them, with no gaps left.',
      action: privacyStep(state.privacyDraftId),
    },
    committee: {
      title: 'Your committee',
      hint: 'Each person’s name, position and photo.',
      action: <StepLink to="/admin/committee">Add the first person</StepLink>,
    },
    backup: {
      title: 'A backup that can be restored',
      hint: 'The site makes one every night and tests every week that it can be restored. You can make the first one now.',
      action: <StepLink to="/admin/backups">Open Backups</StepLink>,
    },
    demo: {
      title: 'Demo content',
      hint: `${capitalised(demoCount(state))} that came with the site. Anything you have edited stays.`,
      action: (
        <Button size="small" variant="quiet" onClick={remove}>
          Remove demo content
        </Button>
      ),
    },
  };
}

function privacyStep(draftId: number | null): ReactNode {
  if (draftId === null) return <StepLink to="/admin/pages">Open Pages</StepLink>;
  return <StepLink to={`/admin/pages?edit=${draftId}`}>Open the draft Privacy</StepLink>;
}

function mailStep({ hasMailServer, testArticleId }: FirstStepsState, test: Test): Step {
  const title = 'A working mail server';
  if (!hasMailServer)
    return {
      title,
      hint: 'No mail server is set: emails are kept in the outbox. Ask the person who runs the server to set SMTP_URL.',
    };
  if (testArticleId === null)
    return { title, hint: 'No email has been sent yet. Write an article and send yourself a test.' };
  return {
    title,
    hint: 'No email has been sent yet. The test goes to your own address.',
    action: (
      <Button size="small" variant="quiet" onClick={() => test(testArticleId)}>
        Send a test email
      </Button>
    ),
  };
}

function StepLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton size="small" variant="quiet" to={to}>
      {children}
    </LinkButton>
  );
}

function demoCount({ demo }: FirstStepsState): string {
  const count = demo ?? 0;
  return count === 1 ? 'one article, event or person' : `${count} articles, events and people`;
}
