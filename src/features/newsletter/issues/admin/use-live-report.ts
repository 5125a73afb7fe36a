import { useEffect, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { getIssueDetail } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';

const pollMs = 2000;

/** The latest of an issue, asked for every two seconds while it is sent. */
export function useLiveReport(first: IssueReport): IssueReport {
  const api = useApi();
  const [known, setKnown] = useState({ from: first, report: first });
  // What was fetched anew is newer than what was asked for before.
  if (known.from !== first) setKnown({ from: first, report: first });
  const { articleId, id, state } = known.report;
  const isMoving = state === 'sending';

  useEffect(() => {
    if (!isMoving) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask() {
      // Without an answer it is asked again.
      const detail = await getIssueDetail(api, articleId, id).catch(() => null);
      if (isOver) return;
      const report = detail?.report;
      if (report) setKnown(({ from }) => ({ from, report }));
      timer = setTimeout(() => void ask(), pollMs);
    }

    timer = setTimeout(() => void ask(), pollMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, articleId, id, isMoving]);

  return known.from === first ? known.report : first;
}
