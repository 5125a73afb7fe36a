import { useState } from 'react';
import { longDate } from '#shared/dates.ts';
import { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextArea } from '#ui/forms/field.tsx';
import { Actions, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { useSettings } from '../use-settings.ts';
import styles from './close-year.module.css';

const questions = [
  ['The society’s mail account', 'Its address, and who has the password'],
  ['The domain', 'Where it is registered, in whose name, and when it must be paid again'],
  ['The hosting', 'Which server, who pays for it, and who can sign in there'],
  ['The mail server', 'Through which the site sends its e-mails'],
  ['The backups', 'Where the second copy is, and who knows the passphrase'],
  ['People to ask', 'At the students’ union, the bank, the university'],
  ['Work in progress', 'Events, newsletters, promises'],
] as const;

const unstored = { store: () => false, remove: () => undefined, forget: () => undefined };

/** Answers stay in this step: they are printed, sent nowhere and stored nowhere. */
export function HandOverStep({ timeZone }: { timeZone: string }) {
  const { societyName } = useSettings();
  const [answers, setAnswers] = useState<string[]>(questions.map(() => ''));
  const [printed, setPrinted] = useState(answers);
  useUnsavedGuard({ isDirty: answers !== printed, ...unstored });
  const [today] = useState(() => longDate(new Date().toISOString(), timeZone));

  function print() {
    window.print();
    setPrinted(answers);
  }

  return (
    <>
      <div data-screen-only>
        <Panel title="3. A page for those who follow">
          <FormStack>
            <p className="muted">
              Fill in what you know, then print it. None of this is stored or sent, so print it before you leave this
              screen.
            </p>
            {questions.map(([label, hint], at) => (
              <TextArea
                key={label}
                label={label}
                hint={hint}
                rows={2}
                autoComplete="off"
                value={answers[at] ?? ''}
                onChange={(answer) => setAnswers((now) => now.with(at, answer))}
              />
            ))}
            <Actions>
              <Button variant="quiet" onClick={print}>
                Print the page
              </Button>
            </Actions>
          </FormStack>
        </Panel>
      </div>
      <div className={styles.paper}>
        <h1>Handing over: {societyName}</h1>
        <p>{today}</p>
        <p>
          The site: {location.origin} · Signing in: {location.origin}/admin · More › Administrators: invite, deactivate
          · More › Backups · More › Site health
        </p>
        {questions.map(([label, hint], at) => (
          <section key={label}>
            <h2>{label}</h2>
            <p className={styles.answer} dir="auto">
              {answers[at] || `(${hint})`}
            </p>
          </section>
        ))}
      </div>
    </>
  );
}
