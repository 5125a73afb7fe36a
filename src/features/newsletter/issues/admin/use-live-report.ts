import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { useAskedWhileMoving } from '#ui/use-asked-while-moving.ts';
import { getIssueDetail } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';

/** The latest of an issue while it is sent: also while it waits, for its time or for the mail server. */
export function useLiveReport(first: IssueReport): IssueReport {
  const api = useApi();
  const [known, setKnown] = useState({ from: first, report: first });
  // What was fetched anew is newer than what was asked for before.
  if (known.from !== first) setKnown({ from: first, report: first });
  const { articleId, id, state } = known.report;
  const name = articleId ?? id;

  useAskedWhileMoving(state === 'sending' ? `${name} ${id}` : null, async (signal) => {
    // Without an answer it is asked again.
    const detail = await getIssueDetail(api, name, id).catch(() => null);
    const report = detail?.report;
    if (report && !signal.aborted) setKnown(({ from }) => ({ from, report }));
    return true;
  });

  return known.from === first ? known.report : first;
}
