import { isIssueOver } from '#features/newsletter/issue.ts';
import bar from '#ui/forms/progress-bar.module.css';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { outcomeSentence } from '../reports/outcome.ts';
import styles from './issue-card.module.css';
import { waitingText } from './recipients-sentence.ts';

type Props = { progress: IssueReport; label: string; note?: string | null };

/** How the mails ended, and how many are still to go. */
export function IssueFigures({ progress, label, note = null }: Props) {
  const { state, counts, total, sendAfter } = progress;
  const waiting = counts.queued + counts.sending + counts.retry;
  return (
    <>
      <p className="strong">{outcomeSentence(progress)}</p>
      {waiting > 0 && !isIssueOver(state) && (
        <progress
          className={`${bar.bar} ${styles.bar}`}
          aria-label={label}
          max={total}
          value={total - waiting - counts.kept}
        />
      )}
      <p className={`small row ${styles.line}`}>
        {waiting > 0 && <span>{waitingText(waiting, sendAfter)}</span>}
        <span>{note}</span>
      </p>
    </>
  );
}
