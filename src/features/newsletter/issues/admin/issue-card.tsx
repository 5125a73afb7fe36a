import { useState } from 'react';
import { issueScheduleSentence } from '#features/articles/schedule/schedule.ts';
import { titleLanguage } from '#features/newsletter/content/digests/digest.ts';
import { isIssueOver, issuePath, issueStateWords } from '#features/newsletter/issue.ts';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { localInstantText } from '#shared/instants.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import screen from '#ui/page/screen-parts.module.css';
import { Alert } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { usePolling } from '#ui/use-polling.ts';
import { getIssueReport } from '../issues.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import styles from './issue-card.module.css';
import { IssueFigures } from './issue-figures.tsx';

type Props = { report: IssueReport; linked?: boolean; onChanged: () => Promise<void> };

/** The live progress of one newsletter, and its actions. */
export function IssueCard({ report: first, linked = false, onChanged }: Props) {
  const report = useLiveReport(first);
  const { subject, state, pauseReason, outcomes } = report;
  const { timeZone } = useSettings();
  return (
    <article className={`box ${screen.panel}`} aria-label={subject}>
      <header className={`line ${styles.head}`}>
        <h2 className={styles.title} {...languageAttributes(subject, titleLanguage(subject))}>
          {linked ? <Link to={issuePath(report)}>{subject}</Link> : subject}
        </h2>
        <StatusBadge
          tone={
            outcomes.delivered > 0 && report.serverPauseSince === null && (state === 'sending' || state === 'done')
              ? 'live'
              : 'quiet'
          }
        >
          {stateText(report)}
        </StatusBadge>
        <p className={`small ${styles.when}`}>{whenText(report, timeZone)}</p>
      </header>
      {state === 'paused' && pauseReason && (
        <Alert>
          <p>{/^paused/i.test(pauseReason) ? pauseReason : `Paused: ${pauseReason}`}</p>
          <p>Resume sends the rest; no one gets it twice.</p>
        </Alert>
      )}
      {state !== 'draft' && (
        <>
          <IssueFigures progress={report} label={`Progress: ${subject}`} note={report.note} />
          {!linked && isMailServerMissing() && <p className="small">{noMailServer}</p>}
          <IssueActions report={report} onChanged={onChanged} />
        </>
      )}
    </article>
  );
}

function stateText(report: IssueReport): string {
  if (report.serverPauseSince !== null) return `Paused: ${report.pauseReason}`;
  if (report.sendAfter !== null) return 'Not sent yet';
  if (report.schedule && !report.schedule.isLate) return 'Scheduled';
  if (report.state === 'done' && report.note !== null) return 'Stopped';
  return issueStateWords(report.state, report.outcomes.notConfirmed, report.counts.kept);
}

function whenText(report: IssueReport, timeZone: string): string {
  const { state, sendAfter, schedule, createdAt, counts, outcomes, note } = report;
  if (schedule && !schedule.isLate) return issueScheduleSentence(schedule.publishAt, timeZone, null);
  if (sendAfter !== null) return `Goes out ${localInstantText(sendAfter)}`;
  const isKept = counts.kept > 0 && outcomes.delivered === 0;
  return `${state !== 'done' || isKept || note !== null ? 'Started' : 'Sent'} ${localInstantText(createdAt)}`;
}

/** The latest report of an issue while it is being sent, or waits for its time or the mail server. */
function useLiveReport(first: IssueReport): IssueReport {
  const api = useApi();
  const [known, setKnown] = useState({ from: first, report: first });
  // A fresh fetch is newer than what was requested before.
  if (known.from !== first) setKnown({ from: first, report: first });
  const { id, state } = known.report;
  usePolling(state === 'sending' ? `${id}` : null, async (signal) => {
    // Without an answer it is asked again.
    const report = await getIssueReport(api, id).catch(() => null);
    if (report && !signal.aborted) setKnown(({ from }) => ({ from, report }));
    return true;
  });
  return known.from === first ? known.report : first;
}

function IssueActions({ report, onChanged }: Omit<Props, 'linked'>) {
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
          {canRetry && button(report.counts.failed > 0 ? 'Retry the failed emails' : 'Send it now', () => act('retry'))}
          {canResend && button('Send these again (some may get it twice)', resend)}
          {!isIssueOver(state) && button('Cancel newsletter…', cancel, 'danger')}
        </div>
      )}
      {dialog}
    </>
  );
}
