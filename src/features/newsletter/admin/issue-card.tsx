import { useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useConfirm } from '#ui/confirm.tsx';
import { StatusBadge } from '#ui/item-card.tsx';
import { Link } from '#ui/link.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Alert } from '#ui/screen.tsx';
import { toast } from '#ui/toast.tsx';
import { momentText } from '#ui/writing/moment.ts';
import { controlIssue, type IssueVerb } from '../issue-reports.client.ts';
import type { IssueReport } from '../issue-reports.schema.ts';
import { isOver, issueStates } from '../newsletter-words.ts';
import styles from './issue-card.module.css';
import { IssueFigures } from './issue-figures.tsx';
import { useLiveReport } from './use-live-report.ts';

type Props = { api: Api; report: IssueReport; linked?: boolean; onChanged: () => Promise<void> };

const done: Record<IssueVerb, string> = {
  pause: 'The newsletter is paused.',
  resume: 'The newsletter goes on.',
  cancel: 'The newsletter is cancelled.',
  retry: 'What had failed is tried again.',
};

/** How far one newsletter is, live, and what may be done to it. */
export function IssueCard({ api, report: first, linked = false, onChanged }: Props) {
  const report = useLiveReport(api, first);
  const { articleId, subject, state, pauseReason, createdAt, retryable, heldSince } = report;
  const { confirm, dialog } = useConfirm();
  const [busy, setBusy] = useState(false);

  async function run(verb: IssueVerb) {
    if (busy) return;
    setBusy(true);
    try {
      await controlIssue(api, articleId, verb);
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

  const forIt = <span className="sr-only">: {subject}</span>;
  return (
    <article className={styles.card} aria-label={subject}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {linked ? <Link to={`/admin/newsletter/${articleId}`}>{subject}</Link> : subject}
        </h2>
        <StatusBadge tone={state === 'paused' || state === 'cancelled' ? 'quiet' : 'live'}>
          {issueStates[state]}
        </StatusBadge>
        <p className={styles.when}>Sent for the first time {momentText(createdAt)}</p>
      </header>
      {state === 'paused' && pauseReason && (
        <Alert>
          <p>{/^paused/i.test(pauseReason) ? pauseReason : `Paused: ${pauseReason}`}</p>
        </Alert>
      )}
      <IssueFigures report={report} />
      {(!isOver(state) || (retryable > 0 && state !== 'cancelled')) && (
        <div className={styles.actions}>
          {!isOver(state) && (
            <Button
              size="small"
              look="quiet"
              aria-disabled={busy}
              onClick={() => void run(state === 'paused' ? 'resume' : 'pause')}
            >
              {state === 'paused' ? 'Resume' : 'Pause'}
              {forIt}
            </Button>
          )}
          {state === 'sending' && heldSince !== null && (
            <Button size="small" look="quiet" aria-disabled={busy} onClick={() => void run('resume')}>
              Try now{forIt}
            </Button>
          )}
          {retryable > 0 && state !== 'cancelled' && (
            <Button size="small" look="quiet" aria-disabled={busy} onClick={() => void run('retry')}>
              Retry failed{forIt}
            </Button>
          )}
          {!isOver(state) && (
            <Button size="small" look="danger" aria-disabled={busy} onClick={() => void cancel()}>
              Cancel{forIt}
            </Button>
          )}
        </div>
      )}
      {dialog}
    </article>
  );
}
