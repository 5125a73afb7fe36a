import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextEditorField } from '#features/articles/editor/text-editor-field.tsx';
import type { ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import { scheduledTimeText } from '#features/articles/schedule/schedule.ts';
import { scheduleWithToast } from '#features/articles/schedule/use-scheduling.ts';
import { findKeptDraft } from '#features/drafts/draft-storage.ts';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { PreviewPanel } from '#features/newsletter/content/admin/preview-panel.tsx';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import { undoSentence } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { getIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import { newsletterMessages, noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withErrorToast, withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { ActionRow, FormStack, Notice, Panel } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { ScheduledText } from '../schedule/scheduled-line.tsx';
import { useRefreshNotices } from '../shell/shell-context.ts';
import { DigestThingsField } from './digest-things-field.tsx';
import { issueFormName } from './issue-draft-values.ts';
import { useIssueDraft } from './use-issue-draft.ts';

type Props = {
  id: number;
  /** Opened by the 'Stop' link of a mail. */
  asksToStop: boolean;
  /** Called when it was sent or is no longer a draft. */
  onSent: () => void;
};

/** A digest or a note to all that is not sent yet. */
export function IssueDraftScreen({ id, asksToStop, onSent }: Props) {
  const api = useApi();
  const { sender, owner } = useDraftsContext();
  const load = useCallback(async () => {
    // It is its own draft: what this browser still keeps of it is saved before it is read.
    if (findKeptDraft(owner, issueFormName(id))) await sender.sendNow();
    return getIssueDraft(api, id);
  }, [api, id, owner, sender]);
  const { data, error, reload } = useFetched(load, 'Failed to load the draft');
  const [round, setRound] = useState(0);
  const refreshNotices = useRefreshNotices();

  async function startAnew() {
    refreshNotices();
    await reload();
    setRound((before) => before + 1);
  }

  if (error) return <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />;
  if (!data) return <Spinner />;
  return (
    <DraftForm key={round} first={data} asksToStop={asksToStop} onSent={onSent} onReload={() => void startAnew()} />
  );
}

type FormProps = Omit<Props, 'id'> & { first: IssueDraft; onReload: () => void };

function DraftForm({ first, asksToStop, onSent, onReload }: FormProps) {
  const draft = useIssueDraft(first);
  const { values, saved } = draft;
  const { change, normalise, round } = draft.draft;
  const { kind, id } = first;
  const place = useRef<HTMLDivElement>(null);
  const [isTitleNeeded, setIsTitleNeeded] = useState(false);
  const hasTitle = values.title.trim() !== '';

  /** Whether there is a title; the field says when it is missing. */
  function checkTitle(): boolean {
    if (!hasTitle && place.current) focusFirstError(place.current, () => setIsTitleNeeded(true));
    return hasTitle;
  }

  return (
    <FormStack>
      <DraftState {...{ draft, first, asksToStop, checkTitle, onSent, onReload }} />
      <div ref={place}>
        <Panel title={kind === 'digest' ? 'Digest' : 'Note to all'}>
          <FormStack>
            <TextField
              label="Title"
              required
              limit={200}
              error={isTitleNeeded && !hasTitle ? issueDraftMessages.titleMissing : null}
              value={values.title}
              onChange={(title) => change({ title })}
            />
            <TextEditorField
              key={round}
              label={kind === 'digest' ? 'Note on top' : 'Text'}
              html={values.note}
              placeholder="Write your note here..."
              disabled={false}
              invalid={false}
              onReady={(note) => normalise({ note })}
              onChange={(note) => change({ note })}
              pictures={draft.text.pictures}
            />
            {kind === 'note' && (
              <p className="small">A link alone on its line becomes a button, if it is the only such link.</p>
            )}
            <CheckboxField
              label="Show it in the newsletter archive on the site"
              checked={values.isArchived}
              onChange={(isArchived) => change({ isArchived })}
            />
          </FormStack>
        </Panel>
      </div>
      {kind === 'digest' && (
        <Panel title="Articles and events">
          <DigestThingsField
            things={values.things.map(
              (thing) => saved.things.find((one) => one.kind === thing.kind && one.id === thing.id) ?? thing,
            )}
            choices={[...saved.choices, ...first.things]}
            onChange={(things) => change({ things })}
          />
        </Panel>
      )}
      <PreviewPanel key={saved.version} articleId={id} issueId={id} isDraft />
    </FormStack>
  );
}

type StateProps = FormProps & { draft: ReturnType<typeof useIssueDraft>; checkTitle: () => boolean };

/** Shows whether the draft is saved and scheduled, with its actions. */
function DraftState({ first, asksToStop, ...props }: StateProps) {
  const { draft, checkTitle, onReload } = props;
  const api = useApi();
  const { timeZone } = useSettings();
  const { isBusy, send, stop, remove, dialog } = useDraftActions(props);
  const [isAsking, setIsAsking] = useState(false);
  const { saved, isConflict, state, values } = draft;
  const { id, schedule, subscribers } = saved;

  const choose = async ({ publishAt }: ScheduleInput): Promise<string | null> => {
    const input = { publishAt, version: draft.version() };
    const work = () => api.call('PUT', `/newsletter/admin/issues/${id}/schedule`, input).then(onReload);
    const refused = await scheduleWithToast(work, scheduledTimeText(publishAt, timeZone));
    if (refused === null) setIsAsking(false);
    return refused;
  };
  useEffect(() => {
    // Once, by the link in a mail.
    if (asksToStop && first.schedule) void stop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const press = (work: () => unknown) => () => void (isBusy || work());
  return (
    <Notice isWarning={isConflict || schedule?.isLate === true}>
      {schedule && (
        <p>
          <ScheduledText title={values.title} schedule={schedule} count={subscribers} isIssue />
          {!schedule.isLate && '. The latest saved version goes out.'}
        </p>
      )}
      <p role="status">{[state.words, state.more].filter(Boolean).join('. ')}</p>
      {isConflict && <Conflict id={id} draft={draft} onReload={onReload} />}
      <ActionRow>
        <Button size="small" variant={schedule ? 'quiet' : 'primary'} aria-disabled={isBusy} onClick={press(send)}>
          Send…
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-disabled={isBusy}
          onClick={press(async () => setIsAsking(checkTitle() && (await draft.saveWhole())))}
        >
          {schedule ? 'Change the schedule…' : 'Schedule…'}
        </Button>
        {schedule && (
          <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={press(stop)}>
            Unschedule
          </Button>
        )}
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={press(remove)}>
          Delete {draftWords(saved)}
        </Button>
      </ActionRow>
      {dialog}
      {isAsking && (
        <ScheduleDialog
          articleId={null}
          isIssue
          count={subscribers}
          schedule={schedule}
          onChoose={choose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Notice>
  );
}

/** Actions that ask first. One call at a time. */
function useDraftActions({ draft, checkTitle, onSent, onReload }: Omit<StateProps, 'first' | 'asksToStop'>) {
  const api = useApi();
  const { newsletterHoldSeconds, timeZone } = useSettings();
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();
  const navigate = useNavigate();
  const { id, kind, schedule, subscribers } = draft.saved;
  const path = `/newsletter/admin/issues/${id}`;
  const title = bidiIsolated(draft.values.title || 'Untitled');
  const act = (work: () => Promise<{ message: string }>, otherwise: string) =>
    run(() => withToast(work, undefined, otherwise));

  async function send() {
    if (!checkTitle()) return;
    const once = kind === 'digest' ? ' No one gets an article twice.' : '';
    const detail = isMailServerMissing()
      ? noMailServer
      : subscribers === 0
        ? 'No one gets it yet, so no email will be sent.'
        : `It goes to ${pluralise(subscribers, 'subscriber')}.${once}${undoSentence(newsletterHoldSeconds)}`;
    if (!(await draft.saveWhole()) || !(await confirm(`Send “${title}”?`, 'Send', { detail, isHarmless: true })))
      return;
    // Refused if it was changed or stopped since.
    const wanted = { holdSeconds: newsletterHoldSeconds, version: draft.version() };
    if (!(await act(() => api.call('POST', `${path}/send`, wanted), newsletterMessages.sendFailed))) return;
    draft.draft.finish();
    onSent();
  }

  async function stop() {
    const detail = 'It will not be sent, and stays a draft that you can send later.';
    if (!(await confirm(`Unschedule “${title}”?`, 'Unschedule', { detail, isHarmless: true }))) return;
    if (await act(() => api.call('DELETE', `${path}/schedule`), 'Failed to unschedule it. Please try again.'))
      onReload();
  }

  async function remove() {
    const detail =
      schedule && !schedule.isLate
        ? `It is scheduled for ${scheduledTimeText(schedule.publishAt, timeZone)}: it will not be sent, and cannot be restored.`
        : 'It cannot be restored.';
    if (!(await confirm(`Delete the ${draftWords(draft.saved)} “${title}”?`, 'Delete', { detail }))) return;
    if (!(await act(() => api.call('DELETE', `${path}/draft`), 'Failed to delete it. Please try again.'))) return;
    draft.draft.finish();
    await navigate('/admin/newsletter');
  }

  return { isBusy, send, stop, remove, dialog };
}

function draftWords({ kind, schedule }: IssueDraft): string {
  return schedule && !schedule.isLate ? `scheduled ${kind}` : 'draft';
}

function Conflict({ id, draft, onReload }: { id: number; draft: StateProps['draft']; onReload: () => void }) {
  const api = useApi();

  return (
    <ActionRow>
      <Button
        size="small"
        variant="quiet"
        onClick={() => void withErrorToast(async () => draft.keepMine(await getIssueDraft(api, id)))}
      >
        Keep mine
      </Button>
      <Button size="small" variant="quiet" onClick={() => void withErrorToast(() => draft.draft.discard(onReload))}>
        Load theirs
      </Button>
    </ActionRow>
  );
}
