import { useState } from 'react';
import { isOver, issueStateWords } from '#features/newsletter/issue.ts';
import { localInstantText } from '#shared/dates.ts';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { ConfirmDialog, useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Link } from '#ui/link.tsx';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Alert } from '#ui/page/screen.tsx';
import { controlIssue, getIssueDetail, type IssueVerb, resumeCorrected } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import styles from './issue-card.module.css';
import { IssueFigures } from './issue-figures.tsx';
import { useLiveReport } from './use-live-report.ts';

type Props = { report: IssueReport; linked?: boolean; onChanged: () => Promise<void> };

const done: Record<IssueVerb, string> = {
  pause: 'The newsletter is paused.',
  resume: 'The newsletter goes on.',
  cancel: 'The newsletter is cancelled.',
  retry: 'What had failed is tried again.',
  'resend-unknown': 'What was in doubt is sent again.',
};

/** How far one newsletter is, live, and what may be done to it. */
export function IssueCard({ report: first, linked = false, onChanged }: Props) {
  const api = useApi();
  const report = useLiveReport(first);
  const { articleId, id, subject, state, pauseReason, createdAt, retryable, resendable, counts, outcomes } = report;
  const { heldSince } = report;
  const { confirm, dialog } = useConfirm();
  const [busy, setBusy] = useState(false);
  const [asksText, setAsksText] = useState(false);

  async function run(verb: IssueVerb, call = () => controlIssue(api, report, verb)) {
    if (busy) return;
    setBusy(true);
    try {
      await call();
      toast.success(done[verb]);
    } catch (error) {
      toast.error(errorMessage(error, 'That did not work. Please try again.'));
    }
    await onChanged();
    setBusy(false);
  }

  async function cancel() {
    const detail = 'Who has not had it yet will not get it, unless you send the article again.';
    const words = { detail, keep: 'Keep sending' };
    if (await confirm(`Cancel the newsletter “${subject}”?`, 'Cancel newsletter', words)) await run('cancel');
  }

  /** Corrected while it was paused, it is asked which text the others get. */
  async function resume() {
    const changed = await getIssueDetail(api, articleId, id).then(
      ({ isTextChanged }) => isTextChanged,
      // It goes on as it was; a real failure is told by the call that resumes.
      () => false,
    );
    if (changed && remaining > 0) setAsksText(true);
    else await run('resume');
  }

  function answerText(choice: 'resume' | 'corrected' | null) {
    setAsksText(false);
    if (choice === 'corrected') void run('resume', () => resumeCorrected(api, report));
    else if (choice) void run('resume');
  }

  async function resend() {
    const detail = 'Their mail was handed over, but the answer was lost. Whoever has it already gets it once more.';
    const words = { detail, keep: 'Leave it' };
    if (await confirm(`Send “${subject}” again to ${countOf(resendable, 'subscriber')}?`, 'Send again', words))
      await run('resend-unknown');
  }

  const isKept = state === 'done' && counts.kept > 0;
  const remaining = counts.queued + counts.retry;
  const canRetry = retryable > 0 && state !== 'cancelled';
  const canResend = resendable > 0 && isOver(state);
  const forIt = <span className="sr-only">: {subject}</span>;
  return (
    <article className={styles.card} aria-label={subject}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {linked ? <Link to={`/admin/newsletter/${articleId}?issue=${id}`}>{subject}</Link> : subject}
        </h2>
        <StatusBadge tone={state === 'paused' || state === 'cancelled' || isKept ? 'quiet' : 'live'}>
          {issueStateWords(state, outcomes.inDoubt, counts.kept)}
        </StatusBadge>
        <p className={styles.when}>
          {isKept && outcomes.accepted === 0 ? 'Kept here since' : 'Sent for the first time'}{' '}
          {localInstantText(createdAt)}
        </p>
      </header>
      {state === 'paused' && pauseReason && (
        <Alert>
          <p>{/^paused/i.test(pauseReason) ? pauseReason : `Paused: ${pauseReason}`}</p>
        </Alert>
      )}
      <IssueFigures report={report} />
      {(!isOver(state) || canRetry || canResend) && (
        <div className={styles.actions}>
          {!isOver(state) && (
            <Button
              size="small"
              variant="quiet"
              aria-disabled={busy}
              onClick={() => void (state === 'paused' ? resume() : run('pause'))}
            >
              {state === 'paused' ? 'Resume' : 'Pause'}
              {forIt}
            </Button>
          )}
          {state === 'sending' && heldSince !== null && (
            <Button size="small" variant="quiet" aria-disabled={busy} onClick={() => void run('resume')}>
              Try now{forIt}
            </Button>
          )}
          {canRetry && (
            <Button size="small" variant="quiet" aria-disabled={busy} onClick={() => void run('retry')}>
              Retry failed{forIt}
            </Button>
          )}
          {canResend && (
            <Button size="small" variant="quiet" aria-disabled={busy} onClick={() => void resend()}>
              Send these again (some may get it twice){forIt}
            </Button>
          )}
          {!isOver(state) && (
            <Button size="small" variant="danger" aria-disabled={busy} onClick={() => void cancel()}>
              Cancel{forIt}
            </Button>
          )}
        </div>
      )}
      {dialog}
      {asksText && (
        <ConfirmDialog
          message={`The text has changed since “${subject}” went out. Which one do the others get?`}
          detail="Those who have had it keep the text that they have."
          action={`Use the corrected text for the remaining ${remaining.toLocaleString('en-US')}`}
          keep="Leave it paused"
          isHarmless
          other={{ label: 'Go on with the text as it went', choose: () => answerText('resume'), isHarmless: true }}
          answer={(yes) => answerText(yes ? 'corrected' : null)}
        />
      )}
    </article>
  );
}
