import { type ReactNode, useState } from 'react';
import type { Import, Plan } from '#app/imports/import.schema.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { ProgressBar } from '#ui/forms/progress-bar.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import { ActionRow, Alert, FormStack, NarrowColumn, Notice, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { usePolling } from '#ui/use-polling.ts';
import styles from './imports-screen.module.css';

const path = '/imports/admin';

/** Brings the articles and pages of another site: upload, list, decision, progress, undo. */
export function ImportsScreen() {
  const fetched = useFetchedCall<Import[]>(path, 'Failed to load the imports');
  const { data, reload } = fetched;
  const moving = data?.find(({ state }) => ['reading', 'importing', 'undoing'].includes(state));
  usePolling(moving ? `${moving.id} ${moving.state}` : null, async () => {
    await reload();
    return true;
  });
  return (
    <>
      <ScreenHead
        title="Import"
        about={
          <>
            Articles, pages and pictures from WordPress, Ghost, Substack, Hugo, Jekyll, or another site like this one.
            Subscribers are imported on their own screen: <Link to="/admin/subscribers">Import a list</Link>.
          </>
        }
      />
      <NarrowColumn>
        <Fetched of={fetched}>
          {(imports) => (
            <div className={styles.panels}>
              {imports.every(({ state }) => ['done', 'undone', 'failed'].includes(state)) && (
                <UploadPanel onUploaded={reload} />
              )}
              {imports.map((one) => (
                <ImportPanel key={one.id} of={one} reload={reload} />
              ))}
            </div>
          )}
        </Fetched>
      </NarrowColumn>
    </>
  );
}

function UploadPanel({ onUploaded }: { onUploaded: () => Promise<void> }) {
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [site, setSite] = useState('');
  const { isBusy, message, submit, forget } = useSubmit('The file could not be uploaded. Please try again.');
  const upload = () => {
    const send = async () => {
      const body = new FormData();
      body.append('file', file ?? '');
      const address = site.trim();
      const query = address
        ? `?site=${encodeURIComponent(/^https?:/.test(address) ? address : `https://${address}`)}`
        : '';
      await api.call('POST', path + query, body);
      await onUploaded();
    };
    return submit(send, { file: file ? null : 'Please choose a file.' });
  };
  return (
    <Panel title="Choose an export">
      <FormStack>
        <Field
          label="File"
          hint="WordPress: Tools, Export (.xml). Ghost: Settings, Export (.json). Substack: Settings, Exports (.zip). Hugo and Jekyll: a zip of the folder. At most 200 MB."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".xml,.json,.zip,.md,.markdown"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                forget();
              }}
            />
          )}
        </Field>
        <TextField
          label="Address of the old site (optional)"
          hint="We fetch the pictures from there. Files of Ghost and Hugo do not say where that is."
          value={site}
          onChange={setSite}
          inputMode="url"
        />
        {message && <Alert>{message}</Alert>}
        <p className="small">Nothing is imported yet: first you see what the file holds. No emails are sent.</p>
        <ActionRow>
          <Button ref={moveFocusOnRemoval} aria-disabled={isBusy} onClick={() => void upload()}>
            {isBusy ? 'Uploading...' : 'Read the file'}
          </Button>
        </ActionRow>
      </FormStack>
    </Panel>
  );
}

type Shown = { of: Import; reload: () => Promise<void> };

function ImportPanel({ of, reload }: Shown) {
  const { timeZone } = useSettings();
  const { state, fileName, done, total, error, endedAt } = of;
  const percent = total > 0 ? Math.round((done / total) * 100) : null;
  return (
    <Panel title={fileName}>
      <FormStack>
        {state === 'reading' && <Progress label="Reading the file..." percent={null} />}
        {state === 'ready' && of.plan && <Decision of={of} plan={of.plan} reload={reload} />}
        {state === 'importing' && (
          <Progress
            label={`Importing: ${done.toLocaleString('en-US')} of ${pluralise(total, 'item')}.`}
            percent={percent}
          />
        )}
        {state === 'undoing' && <Progress label="Undoing..." percent={null} />}
        {error && <Alert>{error}</Alert>}
        {endedAt && of.report && (
          <>
            <p>
              {state === 'undone'
                ? `Undone on ${instantText(endedAt, timeZone)}. What it brought is in the bin for 30 days.`
                : `Imported on ${instantText(endedAt, timeZone)}: ${countsText(of.report)}.`}
            </p>
            {of.report.left.length > 0 && (
              <Notice isWarning>
                {`${pluralise(of.report.left.length, 'item')} stayed, because someone has changed them since: ${of.report.left.join(', ')}.`}
              </Notice>
            )}
            <div>
              <Missing missing={of.report.missing} />
              <Group title={pluralise(of.report.notes.length, 'remark')}>{of.report.notes}</Group>
            </div>
          </>
        )}
        {of.undoUntil && <Undo of={of} until={of.undoUntil} reload={reload} />}
        {state === 'failed' && !of.undoUntil && (
          <ActionRow>
            <Discard of={of} reload={reload} />
          </ActionRow>
        )}
      </FormStack>
    </Panel>
  );
}

function Progress({ label, percent }: { label: string; percent: number | null }) {
  return (
    <>
      <p role="status">{label}</p>
      <ProgressBar label={label} percent={percent} />
      <p className="small">You can close this page: it goes on.</p>
    </>
  );
}

function countsText({ articles, pages, pictures }: { articles: number; pages: number; pictures: number }): string {
  return [pluralise(articles, 'article'), pluralise(pages, 'page'), pluralise(pictures, 'picture')].join(', ');
}

function countOf({ items, pictures }: Plan) {
  const pages = items.filter(({ kind }) => kind === 'pages').length;
  return { articles: items.length - pages, pages, pictures };
}

function Decision({ of, plan, reload }: Shown & { plan: Plan }) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const [isReplacing, setIsReplacing] = useState(true);
  const start = () =>
    run(() => withErrorToast(() => api.call('POST', `${path}/${of.id}/start`, { isReplacing }).then(reload)));
  const shown = plan.items.filter(({ hidden }) => hidden === null);
  const drafts = plan.items.filter(({ hidden }) => hidden !== null);
  const others = Object.entries(plan.others);
  return (
    <>
      <p>
        From {plan.label}: {countsText(countOf(plan))}.{' '}
        {plan.known > 0 && `Here already, and left as it is: ${pluralise(plan.known, 'item')}.`}
      </p>
      <div>
        <Group title={`${pluralise(shown.length, 'item')} that visitors will read`} isOpen>
          {shown.map(({ title, kind, date, note }) => (
            <>
              <bdi>{title}</bdi>
              {`${kind === 'pages' ? ', a page' : ''}${date ? `, ${date.slice(0, 10)}` : ''}${note ? `. ${note}` : ''}`}
            </>
          ))}
        </Group>
        <Group title={pluralise(drafts.length, 'draft')} isOpen>
          {drafts.map(({ title, hidden }) => (
            <>
              <bdi>{title}</bdi>
              {`: ${hidden}`}
            </>
          ))}
        </Group>
        <Group title={`${plan.skipped.length} left out`}>
          {plan.skipped.map(({ title, why }) => `${title}: ${why}`)}
        </Group>
        <Group title="Other kinds of content, which are left out">
          {others.map(([name, count]) => `${name}: ${count.toLocaleString('en-US')}`)}
        </Group>
        <Missing missing={plan.missing} />
        <Group title={`${pluralise(plan.notes.length, 'remark')}`}>{plan.notes}</Group>
      </div>
      {plan.starters.length > 0 && (
        <CheckboxField
          label={`Replace the untouched starter ${plan.starters.length === 1 ? 'page' : 'pages'} ${plan.starters.join(', ')} with yours`}
          checked={isReplacing}
          onChange={setIsReplacing}
        />
      )}
      <ActionRow>
        {plan.items.length > 0 && (
          <Button ref={moveFocusOnRemoval} aria-disabled={isBusy} onClick={() => void start()}>
            {`Import ${countsText(countOf(plan))}`}
          </Button>
        )}
        <Discard of={of} reload={reload} />
      </ActionRow>
    </>
  );
}

function Missing({ missing }: Pick<Plan, 'missing'>) {
  // A text may show one twice.
  const files = [...new Set(missing.map(({ title, address }) => `${address} (in “${title}”)`))];
  return <Group title={`${pluralise(files.length, 'file')} that cannot be copied`}>{files}</Group>;
}

function Discard({ of, reload }: Shown) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const discard = () => run(() => withErrorToast(() => api.call('DELETE', `${path}/${of.id}`).then(reload)));
  return (
    <Button ref={moveFocusOnRemoval} variant="quiet" aria-disabled={isBusy} onClick={() => void discard()}>
      Discard
    </Button>
  );
}

function Undo({ of, until, reload }: Shown & { until: string }) {
  const api = useApi();
  const { timeZone } = useSettings();
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();
  const undo = () =>
    run(async () => {
      const detail = 'What it brought goes to the bin, with its old addresses. What someone has changed since stays.';
      if (!(await confirm('Undo this import?', 'Undo import', { detail, isHarmless: true }))) return;
      await withErrorToast(() => api.call('POST', `${path}/${of.id}/undo`).then(reload));
    });
  return (
    <>
      <ActionRow>
        <Button ref={moveFocusOnRemoval} variant="quiet" aria-disabled={isBusy} onClick={() => void undo()}>
          Undo import
        </Button>
        <span className="small">{`Until ${instantText(until, timeZone)}.`}</span>
      </ActionRow>
      {dialog}
    </>
  );
}

/** More in one list would help no one. */
const mostShown = 200;
/** A longer list opens with a press: the buttons below it stay near. */
const mostOpen = 20;

function Group({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode[] }) {
  if (children.length === 0) return null;
  const more = children.length - mostShown;
  return (
    <details className={styles.group} open={isOpen && children.length <= mostOpen}>
      <summary>{title}</summary>
      <ul className={styles.list}>
        {children.slice(0, mostShown).map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>{child}</li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en-US')} more`}</li>}
      </ul>
    </details>
  );
}
