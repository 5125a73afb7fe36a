import { useState } from 'react';
import { isOver, issuePath, issueStateWords, nameOfIssue } from '#features/newsletter/issue.ts';
import { localInstantText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import bar from '#ui/forms/progress-bar.module.css';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link } from '#ui/link.tsx';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import screen from '#ui/page/screen-parts.module.css';
import { Alert } from '#ui/page/screen-parts.tsx';
import { usePolling } from '#ui/use-polling.ts';
import { getIssueDetail } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { outcomeSentence } from '../reports/outcome.ts';
import { IssueActions } from './issue-actions.tsx';
import styles from './issue-card.module.css';

type Props = { report: IssueReport; linked?: boolean; onChanged: () => Promise<void> };

/** The live progress of one newsletter, and its actions. */
export function IssueCard({ report: first, linked = false, onChanged }: Props) {
  const report = useLiveReport(first);
  const { subject, state, pauseReason, sendAfter, counts, outcomes } = report;
  const waiting = counts.queued + counts.sending + counts.retry;
  return (
    <article className={screen.panel} aria-label={subject}>
      <header className={`line ${styles.head}`}>
        <h2 className={styles.title} {...languageAttributes(subject)}>
          {linked ? <Link to={issuePath(report)}>{subject}</Link> : subject}
        </h2>
        <StatusBadge tone={outcomes.accepted > 0 && (state === 'sending' || state === 'done') ? 'live' : 'quiet'}>
          {sendAfter === null ? issueStateWords(state, outcomes.inDoubt, counts.kept) : 'Not sent yet'}
        </StatusBadge>
        <p className={`small ${styles.when}`}>{whenText(report)}</p>
      </header>
      {state === 'paused' && pauseReason && (
        <Alert>
          <p>{/^paused/i.test(pauseReason) ? pauseReason : `Paused: ${pauseReason}`}</p>
          {waiting > 0 && <p>{pluralise(waiting, 'mail')} still to go. Resume sends them; no one gets it twice.</p>}
        </Alert>
      )}
      {state !== 'draft' && (
        <>
          <IssueFigures report={report} />
          <IssueActions report={report} onChanged={onChanged} />
        </>
      )}
    </article>
  );
}

function whenText({ state, sendAfter, createdAt, counts, outcomes }: IssueReport): string {
  if (state === 'draft') return `Started ${localInstantText(createdAt)}`;
  if (sendAfter !== null) return `Goes out ${localInstantText(sendAfter)}`;
  const isKept = state === 'done' && counts.kept > 0 && outcomes.accepted === 0;
  return `${isKept ? 'In the outbox since' : 'Sent'} ${localInstantText(createdAt)}`;
}

function IssueFigures({ report }: { report: IssueReport }) {
  const { subject, state, counts, total, note } = report;
  const waiting = counts.queued + counts.sending + counts.retry;
  return (
    <>
      <p className="strong">{outcomeSentence(report)}</p>
      {waiting > 0 && !isOver(state) && (
        <progress
          className={`${bar.bar} ${styles.bar}`}
          aria-label={`Progress: ${subject}`}
          max={total}
          value={total - waiting - counts.kept}
        />
      )}
      <p className={`small ${styles.line}`}>
        {waiting > 0 && <span>{waiting.toLocaleString('en-US')} still to go</span>}
        <span>{note}</span>
      </p>
    </>
  );
}

/** The latest report of an issue while it is being sent, or waits for its time or the mail server. */
function useLiveReport(first: IssueReport): IssueReport {
  const api = useApi();
  const [known, setKnown] = useState({ from: first, report: first });
  // A fresh fetch is newer than what was requested before.
  if (known.from !== first) setKnown({ from: first, report: first });
  const { articleId, id, state } = known.report;
  usePolling(state === 'sending' ? nameOfIssue(known.report) : null, async (signal) => {
    // Without an answer it is asked again.
    const detail = await getIssueDetail(api, articleId ?? id, id).catch(() => null);
    const report = detail?.report;
    if (report && !signal.aborted) setKnown(({ from }) => ({ from, report }));
    return true;
  });
  return known.from === first ? known.report : first;
}
