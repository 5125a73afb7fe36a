import { useState } from 'react';
import { isOver } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { countOf, isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { ConfirmDialog, useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { controlIssue, getIssueDetail, type IssueVerb, resumeCorrected } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import styles from './issue-card.module.css';

type Props = { report: IssueReport; onChanged: () => Promise<void> };

const done: Record<IssueVerb, string> = {
  pause: 'The newsletter is paused.',
  resume: 'The newsletter goes on.',
  cancel: 'The newsletter is cancelled.',
  retry: 'What had failed is tried again.',
  'resend-unknown': 'What was in doubt is sent again.',
  undo: newsletterAnswers.takenBack,
};

/** What may be done to a newsletter as it stands, and the questions that are asked before. */
export function IssueActions({ report, onChanged }: Props) {
  const { subject, state, heldSince, sendAfter } = report;
  const { busy, run, cancel, resume, resend, dialogs } = useIssueControl({ report, onChanged });
  const canRetry = report.retryable > 0 && state !== 'cancelled';
  const canResend = report.resendable > 0 && isOver(state);
  // Above every screen it is taken back, or sent at once.
  if (sendAfter !== null) return null;
  const forIt = <span className="sr-only">: {subject}</span>;
  return (
    <>
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
      {dialogs}
    </>
  );
}

function useIssueControl({ report, onChanged }: Props) {
  const api = useApi();
  const { articleId, id, subject, counts, resendable } = report;
  const { confirm, dialog } = useConfirm();
  const remaining = counts.queued + counts.retry;
  const { busy, run } = useIssueCall({ report, onChanged });
  const [asksText, setAsksText] = useState(false);

  async function cancel() {
    const detail = 'Who has not had it yet will not get it, unless you send the article again.';
    const words = { detail, keep: 'Keep sending' };
    if (await confirm(`Cancel the newsletter “${isolated(subject)}”?`, 'Cancel newsletter', words)) await run('cancel');
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

  function answerText(choice: Choice) {
    setAsksText(false);
    if (choice === 'corrected') void run('resume', () => resumeCorrected(api, report));
    else if (choice) void run('resume');
  }

  async function resend() {
    const detail = 'Their mail was handed over, but the answer was lost. Whoever has it already gets it once more.';
    const words = { detail, keep: 'Leave it' };
    if (
      await confirm(`Send “${isolated(subject)}” again to ${countOf(resendable, 'subscriber')}?`, 'Send again', words)
    )
      await run('resend-unknown');
  }

  const dialogs = (
    <>
      {dialog}
      {asksText && <TextQuestion subject={subject} remaining={remaining} answer={answerText} />}
    </>
  );
  return { busy, run, cancel, resume, resend, dialogs };
}

/** One call at a time. */
function useIssueCall({ report, onChanged }: Props) {
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function run(verb: IssueVerb, call = () => controlIssue(api, report, verb)) {
    if (busy) return;
    setBusy(true);
    await withErrorToast(async () => {
      await call();
      toast.success(done[verb]);
    });
    await onChanged();
    setBusy(false);
  }

  return { busy, run };
}

type Choice = 'resume' | 'corrected' | null;
type QuestionProps = { subject: string; remaining: number; answer: (choice: Choice) => void };

function TextQuestion({ subject, remaining, answer }: QuestionProps) {
  return (
    <ConfirmDialog
      message={`The text has changed since “${isolated(subject)}” went out. Which one do the others get?`}
      detail="Those who have had it keep the text that they have."
      action={`Use the corrected text for the remaining ${remaining.toLocaleString('en-US')}`}
      keep="Leave it paused"
      isHarmless
      other={{ label: 'Go on with the text as it went', choose: () => answer('resume'), isHarmless: true }}
      answer={(yes) => answer(yes ? 'corrected' : null)}
    />
  );
}
