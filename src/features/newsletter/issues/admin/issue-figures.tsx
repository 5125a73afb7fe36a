import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { countedOutcomes, type Outcome, outcomeSentence, outcomeWords, timeLeft } from '../reports/outcome.ts';
import styles from './issue-card.module.css';

type Figure = Exclude<Outcome, 'hardBounced' | 'softBounced'> | 'waiting';

const shown: Figure[] = [
  ...(['accepted', 'bounced', 'complaints', 'waiting', 'retry', 'failed', 'unknown', 'skipped'] as const),
  ...(['kept', 'left'] as const),
];

/** What each means to the people it counts. */
const meanings: Record<Figure, string> = {
  accepted: 'Taken by their mail server, and nothing came back',
  bounced: 'Taken at first, and sent back later',
  complaints: 'Called it spam',
  waiting: 'Not sent yet',
  retry: 'Not taken for now; tried again by itself',
  failed: 'Refused for good',
  unknown: 'Handed over, but the answer was lost',
  skipped: 'Left, suppressed or cancelled before it was sent',
  kept: 'Kept on this server, because no mail server is set',
  left: 'Unsubscribed after it, before any later newsletter',
};

export function IssueFigures({ report }: { report: IssueReport }) {
  const { subject, state, counts, outcomes, total, ratePerSecond, secondsLeft, note } = report;
  const waiting = counts.queued + counts.sending;
  const figures: Record<Figure, number> = { ...countedOutcomes(report), waiting };
  const ended = total - waiting - counts.retry - counts.kept;
  const left = timeLeft(secondsLeft);
  // Nothing is ever kept where there is a mail server from the start.
  const isShown = (of: Figure) => of !== 'kept' || counts.kept > 0;
  return (
    <>
      <progress className={styles.bar} aria-label={`Progress: ${subject}`} max={Math.max(total, 1)} value={ended} />
      <p className={styles.line}>
        <span>
          {text(ended)} of {text(total)} done
        </span>
        <span>
          {state === 'sending' && ratePerSecond > 0 && `${text(ratePerSecond)} a second`}
          {state === 'sending' && left && ` · ${left}`}
          {note}
        </span>
      </p>
      <p className={styles.sentence}>{outcomeSentence(outcomes, counts.kept)}</p>
      <dl className={styles.figures}>
        {shown.filter(isShown).map((of) => (
          <div key={of} title={meanings[of]} data-empty={figures[of] === 0 || undefined}>
            <dt>{of === 'waiting' ? 'Waiting' : outcomeWords[of]}</dt>
            <dd>{text(figures[of])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function text(value: number): string {
  return value.toLocaleString('en-US');
}
