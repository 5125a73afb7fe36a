import { useState } from 'react';
import { isOver } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { countOf, isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { controlIssue, type IssueVerb } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import styles from './issue-card.module.css';

type Props = { report: IssueReport; onChanged: () => Promise<void> };

const done: Record<IssueVerb, string> = {
  pause: 'The newsletter is paused.',
  resume: 'The newsletter is resumed.',
  cancel: 'The newsletter is cancelled.',
  retry: 'What did not go out is sent now.',
  'resend-unknown': 'What was not confirmed is sent again.',
  undo: newsletterAnswers.takenBack,
};

/** What may be done to a newsletter as it stands, and the questions that are asked before. */
export function IssueActions({ report, onChanged }: Props) {
  const { subject, state, heldSince, sendAfter } = report;
  const { busy, run, cancel, resend, dialog } = useIssueControl({ report, onChanged });
  const canRetry = report.retryable > 0 && state !== 'cancelled';
  const canResend = report.resendable > 0 && isOver(state);
  // Above every screen it is undone, or sent at once.
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
              onClick={() => void run(state === 'paused' ? 'resume' : 'pause')}
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
              {report.counts.failed > 0 ? 'Retry failed' : 'Send it now'}
              {forIt}
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
    </>
  );
}

function useIssueControl({ report, onChanged }: Props) {
  const { subject, resendable } = report;
  const { confirm, dialog } = useConfirm();
  const { busy, run } = useIssueCall({ report, onChanged });

  async function cancel() {
    const again = report.articleId === null ? '' : ', unless you send the article again';
    const detail = `Subscribers who have not had it yet will not get it${again}.`;
    const words = { detail, keep: 'Keep sending' };
    if (await confirm(`Cancel the newsletter “${isolated(subject)}”?`, 'Cancel newsletter', words)) await run('cancel');
  }

  async function resend() {
    const detail = 'Their mail was handed over, but the answer was lost. Those who have it already get it again.';
    const words = { detail, keep: 'Leave it' };
    if (
      await confirm(`Send “${isolated(subject)}” again to ${countOf(resendable, 'subscriber')}?`, 'Send again', words)
    )
      await run('resend-unknown');
  }

  return { busy, run, cancel, resend, dialog };
}

/** One call at a time. */
function useIssueCall({ report, onChanged }: Props) {
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function run(verb: IssueVerb) {
    if (busy) return;
    setBusy(true);
    await withErrorToast(async () => {
      await controlIssue(api, report, verb);
      toast.success(done[verb]);
    });
    await onChanged();
    setBusy(false);
  }

  return { busy, run };
}
