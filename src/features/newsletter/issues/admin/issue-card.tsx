import { useState } from 'react';
import { issueScheduleSentence } from '#features/articles/schedule/schedule.ts';
import { titleLanguage } from '#features/newsletter/content/digests/digest.ts';
import { issuePath, issueStateWords } from '#features/newsletter/issue.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api-context.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import screen from '#ui/page/screen-parts.module.css';
import { Alert } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { usePolling } from '#ui/use-polling.ts';
import { getIssueReport } from '../issues.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { IssueActions } from './issue-actions.tsx';
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
          <IssueActions report={report} onChanged={onChanged} />
        </>
      )}
    </article>
  );
}

function stateText({
  state,
  sendAfter,
  schedule,
  counts,
  outcomes,
  serverPauseSince,
  pauseReason,
}: IssueReport): string {
  if (serverPauseSince !== null) return `Paused: ${pauseReason}`;
  if (sendAfter !== null) return 'Not sent yet';
  if (schedule && !schedule.isLate) return 'Scheduled';
  return issueStateWords(state, outcomes.notConfirmed, counts.kept);
}

function whenText(report: IssueReport, timeZone: string): string {
  const { state, sendAfter, schedule, createdAt, counts, outcomes } = report;
  if (schedule && !schedule.isLate) return issueScheduleSentence(schedule.publishAt, timeZone, null);
  if (sendAfter !== null) return `Goes out ${localInstantText(sendAfter)}`;
  const isKept = counts.kept > 0 && outcomes.delivered === 0;
  const words = state !== 'done' ? 'Started' : isKept ? 'In the outbox since' : 'Sent';
  return `${words} ${localInstantText(createdAt)}`;
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
