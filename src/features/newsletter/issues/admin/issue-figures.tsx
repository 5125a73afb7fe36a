import { isOver } from '#features/newsletter/issue.ts';
import progress from '#ui/forms/progress-bar.module.css';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { outcomeSentence } from '../reports/outcome.ts';
import styles from './issue-card.module.css';

/** How far it is, in one sentence; a bar while mails are still to go. */
export function IssueFigures({ report }: { report: IssueReport }) {
  const { subject, state, counts, total, note } = report;
  const waiting = counts.queued + counts.sending + counts.retry;
  const ended = total - waiting - counts.kept;
  return (
    <>
      <p className="strong">{outcomeSentence(report)}</p>
      {waiting > 0 && !isOver(state) && (
        <progress
          className={`${progress.bar} ${styles.bar}`}
          aria-label={`Progress: ${subject}`}
          max={total}
          value={ended}
        />
      )}
      <p className={`small ${styles.line}`}>
        {waiting > 0 && <span>{text(waiting)} still to go</span>}
        <span>{note}</span>
      </p>
    </>
  );
}

function text(value: number): string {
  return value.toLocaleString('en-US');
}
