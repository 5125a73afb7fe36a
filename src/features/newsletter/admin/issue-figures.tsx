import type { IssueReport } from '../issue-reports.schema.ts';
import { type DeliveryState, deliveryStates, timeLeft } from '../newsletter-words.ts';
import styles from './issue-card.module.css';

const shown: DeliveryState[] = ['sent', 'queued', 'retry', 'failed', 'unknown', 'skipped', 'kept'];

/** What each state means to the people it counts. */
const meanings: Record<DeliveryState, string> = {
  sent: 'Taken by their mail server',
  sending: 'On their way at this moment',
  queued: 'Not sent yet',
  retry: 'Not taken for now; tried again by itself',
  failed: 'Refused for good',
  unknown: 'Handed over, but the answer was lost',
  skipped: 'Left, suppressed or cancelled before it was sent',
  kept: 'Kept on this server, because no mail server is set',
};

export function IssueFigures({
  report: { subject, state, counts, total, ratePerSecond, secondsLeft, note },
}: {
  report: IssueReport;
}) {
  const number = (of: DeliveryState) => counts[of] + (of === 'queued' ? counts.sending : 0);
  const ended = total - counts.queued - counts.sending - counts.retry;
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
      <dl className={styles.figures}>
        {shown.map((of) => (
          <div key={of} title={meanings[of]} data-empty={number(of) === 0 || undefined}>
            <dt>{deliveryStates[of]}</dt>
            <dd>{text(number(of))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function text(value: number): string {
  return value.toLocaleString('en-US');
}
