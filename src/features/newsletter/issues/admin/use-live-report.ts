import { useEffect, useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import { useApi } from '#ui/api.ts';
import { followIssue, getIssueDetail } from '../reports/issue-reports.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';

const pollMs = 3000;

/** The latest of an issue that is being sent: told by the server, or asked for where no stream gets through. */
export function useLiveReport(first: IssueReport): IssueReport {
  const api = useApi();
  const [known, setKnown] = useState({ from: first, report: first });
  // What was fetched anew is newer than what the stream has told.
  if (known.from !== first) setKnown({ from: first, report: first });
  const { articleId, id, state } = known.report;
  const isMoving = state === 'sending';

  useEffect(() => {
    if (!isMoving) return;
    const over = new AbortController();
    const { signal } = over;
    const onReport = (report: IssueReport) => {
      if (!signal.aborted) setKnown(({ from }) => ({ from, report }));
    };
    void follow(api, { articleId, id }, { signal, onReport });
    return () => over.abort();
  }, [api, articleId, id, isMoving]);

  return known.from === first ? known.report : first;
}

type Following = { signal: AbortSignal; onReport: (report: IssueReport) => void };

async function follow(
  api: Api,
  issue: Pick<IssueReport, 'articleId' | 'id'>,
  { signal, onReport }: Following,
): Promise<void> {
  while (!signal.aborted)
    try {
      if (await followIssue(api, issue, { signal, onReport })) return;
    } catch {
      await pause(pollMs, signal);
      if (signal.aborted) return;
      await getIssueDetail(api, issue.articleId, issue.id).then(
        ({ report }) => report && onReport(report),
        // Asked again soon.
        () => undefined,
      );
    }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
