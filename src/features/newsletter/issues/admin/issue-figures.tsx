import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { listedOutcomes, type Outcome, outcomeSentence, outcomeWords, timeLeft } from '../reports/outcome.ts';
import styles from './issue-card.module.css';

type Figure = Outcome | 'waiting';

const words: Record<Figure, string> = { ...outcomeWords, waiting: 'Waiting' };

/** What each means to the people it counts. */
const meanings: Record<Figure, string> = {
  delivered: 'Taken by their mail server, and nothing came back',
  waiting: 'Not sent yet, or not taken for now and tried again by itself',
  failed: 'Refused, sent back, called spam, or handed over while the answer was lost',
  unsubscribed: 'Left after it, before any later newsletter',
};

export function IssueFigures({ report }: { report: IssueReport }) {
  const { subject, state, counts, outcomes, total, ratePerSecond, secondsLeft, note } = report;
  const waiting = counts.queued + counts.sending + counts.retry;
  const figures: Record<Figure, number> = { ...listedOutcomes(outcomes), waiting };
  const ended = total - waiting - counts.kept;
  const left = timeLeft(secondsLeft);
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
      <p className={styles.sentence}>{outcomeSentence(outcomes, counts)}</p>
      <dl className={styles.figures}>
        {(Object.keys(meanings) as Figure[])
          .filter((of) => figures[of] > 0)
          .map((of) => (
            <div key={of} title={meanings[of]}>
              <dt>{words[of]}</dt>
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
