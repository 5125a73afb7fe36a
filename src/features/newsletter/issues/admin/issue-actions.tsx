import { isIssueOver } from '#features/newsletter/issue.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import styles from './issue-card.module.css';

type Props = { report: IssueReport; onChanged: () => Promise<void> };

export function IssueActions({ report, onChanged }: Props) {
  const { id, articleId, subject, state, serverPauseSince, sendAfter, resendable } = report;
  const api = useApi();
  const { isBusy, run } = useBusy();
  const { confirm, dialog } = useConfirm();
  const canRetry = report.retryable > 0 && state !== 'cancelled';
  const canResend = resendable > 0 && isIssueOver(state);
  // The notice above every screen has Undo and Send now.
  if (sendAfter !== null) return null;
  const act = (verb: 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown') =>
    run(() => withToast(() => api.call('POST', `/newsletter/admin/issues/${id}/${verb}`)).then(onChanged));

  async function cancel() {
    const again = articleId === null ? '' : ', unless you send the article again';
    const detail = `Subscribers who have not had it yet will not get it${again}.`;
    if (await confirm(`Cancel the newsletter “${bidiIsolated(subject)}”?`, 'Cancel newsletter', { detail }))
      await act('cancel');
  }

  async function resend() {
    const detail = 'Their email was handed over, but the answer was lost. Anyone who already has it gets it again.';
    const question = `Send “${bidiIsolated(subject)}” again to ${pluralise(resendable, 'subscriber')}?`;
    if (await confirm(question, 'Send again', { detail })) await act('resend-unknown');
  }

  const button = (words: string, press: () => Promise<unknown>, variant: 'quiet' | 'danger' = 'quiet') => (
    <Button size="small" variant={variant} aria-disabled={isBusy} onClick={() => void press()}>
      {words}
      <span className="sr-only">: {subject}</span>
    </Button>
  );
  const isPaused = state === 'paused';
  return (
    <>
      {(!isIssueOver(state) || canRetry || canResend) && (
        <div className={`row ${styles.actions}`}>
          {!isIssueOver(state) && button(isPaused ? 'Resume' : 'Pause', () => act(isPaused ? 'resume' : 'pause'))}
          {state === 'sending' && serverPauseSince !== null && button('Try now', () => act('resume'))}
          {canRetry && button(report.counts.failed > 0 ? 'Retry failed' : 'Send it now', () => act('retry'))}
          {canResend && button('Send these again (some may get it twice)', resend)}
          {!isIssueOver(state) && button('Cancel newsletter…', cancel, 'danger')}
        </div>
      )}
      {dialog}
    </>
  );
}
