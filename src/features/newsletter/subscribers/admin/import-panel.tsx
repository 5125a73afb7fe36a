import { useState } from 'react';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { Alert, FormStack, Notice, Panel } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { people } from '../subscriber.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';
import styles from './import-panel.module.css';

type UnclearColumn = ImportReport['unclearColumns'][number];
/** With more values the column is asked about as a whole. */
const mostAnswers = 5;

type Props = { onImported: () => Promise<void> };

/** A CSV file: read first, imported when the administrator says that those people have agreed. */
export function ImportPanel({ onImported }: Props) {
  const { file, report, problem, isBusy, choose, run, ...form } = useImport(onImported);
  const isLookedThrough = report?.isDryRun === true && countNew(report) + report.unclear > 0;
  return (
    <Panel title="Import a list">
      <FormStack>
        <Field
          label="CSV file"
          hint="From a spreadsheet or another newsletter service. One line must name the columns: email and, if you like, confirmed (yes or no). Nothing changes until you import."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        {report && <Report report={report} />}
        {isLookedThrough &&
          report.unclearColumns.map((column) => <Question key={column.name} column={column} form={form} />)}
        {isLookedThrough && (
          <CheckboxField
            label="These people have agreed to get the newsletter"
            checked={form.hasAgreed}
            onChange={form.setHasAgreed}
          />
        )}
        {problem && <Alert>{problem}</Alert>}
        {/* Never disabled: it is where the focus is when the file has been read. */}
        {isLookedThrough ? (
          <Button aria-disabled={isBusy || !form.hasAgreed} onClick={() => void run(false)}>
            {isBusy ? 'Importing...' : 'Import'}
          </Button>
        ) : (
          <Button variant="quiet" disabled={!file} aria-disabled={isBusy} onClick={() => void run(true)}>
            {isBusy ? 'Reading...' : 'Check the file'}
          </Button>
        )}
      </FormStack>
    </Panel>
  );
}

/** What may be ticked for a column that is not understood, as the call takes it. */
function answersOf({ name, values }: UnclearColumn): { take: string; label: string }[] {
  if (values.length > mostAnswers) return [{ take: name, label: 'Not a status: import all lines' }];
  return values.map((value) => ({ take: `${name}=${value}`, label: value }));
}

function Question({ column, form }: { column: UnclearColumn; form: Pick<Form, 'taken' | 'setTaken'> }) {
  const { taken, setTaken } = form;
  const toggle = (take: string) => (isTaken: boolean) =>
    setTaken([...taken.filter((one) => one !== take), ...(isTaken ? [take] : [])]);
  return (
    <fieldset className={styles.question}>
      <legend>Which of these in the column “{column.name}” still want the newsletter?</legend>
      {answersOf(column).map(({ take, label }) => (
        <CheckboxField key={take} label={label} checked={taken.includes(take)} onChange={toggle(take)} />
      ))}
    </fieldset>
  );
}

type Form = ReturnType<typeof useImport>;

function useImport(onImported: Props['onImported']) {
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [taken, setTaken] = useState<string[]>([]);
  const { isBusy, message: problem, submit, forget } = useSubmit('Failed to read the file. Please try again.');

  function choose(chosen: File | null) {
    setFile(chosen);
    setReport(null);
    setHasAgreed(false);
    setTaken([]);
    forget();
  }

  async function upload(isDryRun: boolean) {
    const body = new FormData();
    body.append('file', file ?? '');
    const query = new URLSearchParams(taken.map((one) => ['take', one]));
    if (isDryRun) query.set('dryRun', 'true');
    setReport(await api.call('POST', `/newsletter/admin/subscribers/import?${query}`, body));
    if (!isDryRun) await onImported();
  }

  function run(isDryRun: boolean) {
    const agreed = isDryRun || hasAgreed ? null : 'Please tick that these people have agreed.';
    return submit(() => upload(isDryRun), { agreed });
  }

  return { file, report, problem, isBusy, hasAgreed, setHasAgreed, taken, setTaken, choose, run };
}

const unconfirmed = 'only a column “confirmed” that says yes or a date makes someone subscribed at once.';

function Report({ report }: { report: ImportReport }) {
  const { isDryRun, addedConfirmed, addedPending, confirmed, known, keptOut, duplicates, errorCount, errors } = report;
  const { leftThere, bouncedThere, cleaned, understood } = report;
  const will = (count: number) => (isDryRun ? 'will be' : count === 1 ? 'was' : 'were');
  const isNothing = countNew(report) === 0;
  const sentences = [
    isNothing && (isDryRun ? 'There is nothing to import in this file.' : 'No one was added.'),
    addedConfirmed > 0 && `${people(addedConfirmed)} ${will(addedConfirmed)} subscribed.`,
    addedPending > 0 &&
      (isMailServerMissing()
        ? `${people(addedPending)} ${will(addedPending)} added, not confirmed yet: ${unconfirmed} Email is not set up: the emails that ask for a confirmation ${isDryRun ? 'will be' : 'are'} kept in the outbox.`
        : `${people(addedPending)} ${will(addedPending)} asked by email to confirm: ${unconfirmed}`),
    confirmed > 0 && `${people(confirmed)} who had not confirmed yet ${will(confirmed)} subscribed.`,
    known > 0 && `${people(known)} ${known === 1 ? 'is' : 'are'} already on the list.`,
    keptOut > 0 && `${people(keptOut)} unsubscribed before or cannot be reached: they stay off the list.`,
    leftThere > 0 && `${people(leftThere)} had unsubscribed there: they stay off the list.`,
    bouncedThere > 0 && `${people(bouncedThere)} could not be reached there: they stay off the list.`,
    ...report.unclearColumns.map(
      ({ name, values }) =>
        `The column “${name}” says ${values.map((value) => `“${value}”`).join(', ')}: the site does not know whether these people have unsubscribed. They stay off the list${isDryRun ? ' unless you tick them below' : ''}.`,
    ),
    cleaned > 0 && `Hidden characters were removed in ${pluralise(cleaned, 'line')}.`,
    duplicates > 0 && `${pluralise(duplicates, 'line')} repeated an address.`,
  ].filter((sentence) => sentence !== false);
  return (
    <div role="status" className={styles.report}>
      <Notice>
        <p>
          <strong>{isDryRun ? 'Nothing is changed yet.' : 'The list is imported.'}</strong>
        </p>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isDryRun && understood.length > 0 && (
          <>
            <p>How the first lines were read:</p>
            <ul className={styles.errors}>
              {understood.map((line) => (
                <li key={line.line}>{understoodText(line)}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
      {errorCount > 0 && (
        <Alert>
          <p>{pluralise(errorCount, 'line')} cannot be used:</p>
          <ul className={styles.errors}>
            {errors.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
          {errorCount > errors.length && <p>And {errorCount - errors.length} more.</p>}
        </Alert>
      )}
    </div>
  );
}

function understoodText({ line, email, becomes, on }: ImportReport['understood'][number]): string {
  const meaning = {
    confirmed: 'is subscribed',
    pending: 'is asked to confirm',
    known: 'is already on the list',
    'kept out': 'stays off the list',
    left: on ? `unsubscribed there on ${on}` : 'had unsubscribed there',
    bounced: on ? `could not be reached there on ${on}` : 'could not be reached there',
    unclear: 'has a status that is not clear',
    refused: 'cannot be used',
  }[becomes];
  return email === null ? `Line ${line} ${meaning}` : `${email} ${meaning}`;
}

function countNew({ addedConfirmed, addedPending, confirmed }: ImportReport): number {
  return addedConfirmed + addedPending + confirmed;
}
