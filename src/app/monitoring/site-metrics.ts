/** The figures at /metrics: what the site counts, and what it looks up on request. */

import { type CheckResult, levels } from '#features/health/check-result.ts';
import { countPausedIssues } from '#features/newsletter/delivery/mail-server/mail-server-pauses.server.ts';
import type { ResponseCache } from '#platform/cache/response-cache.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { createMetrics, type Metric } from '#platform/metrics.ts';
import { outageReasons } from '#shared/outage.ts';
import { countWaitingMails } from './count-waiting-mails.ts';

type AnswerSource = 'kept' | 'made' | 'app' | 'refused';

export type Metrics = { countAnswer: (source: AnswerSource) => void; text: () => Promise<string> };

export function createSiteMetrics(
  { db, config, outages }: AppContext,
  cacheOf: () => ResponseCache | null,
  findings: () => CheckResult[] = () => [],
): Metrics {
  const answers: Partial<Record<AnswerSource, number>> = {};
  const cache = (part: keyof ResponseCache['size']) => () => cacheOf()?.size[part] ?? 0;
  /** Metrics matter most when something is wrong: one that cannot be read must not hide the others. */
  const known: Known = (look) => () => outages.readOrNull(look);
  const metrics: Record<string, Metric> = {
    http_answers_total: {
      type: 'counter',
      help: 'Answers: `kept` pages served from the cache, pages `made` for it, others made by the app, refused for lack of room.',
      label: 'source',
      read: () => answers,
    },
    page_cache_entries: { help: 'Pages cached.', read: cache('entries') },
    page_cache_bytes: { help: 'Memory that cached pages take, about.', read: cache('bytes') },
    page_cache_making: { help: 'Pages being made.', read: cache('pending') },
    site_outage: {
      help: '1 for the reason why nothing can be saved.',
      label: 'reason',
      read: () => {
        const reason = outages.current()?.reason;
        return Object.fromEntries(outageReasons.map((name) => [name, name === reason ? 1 : 0]));
      },
    },
    health_check: {
      help: 'What npm run doctor says of each check: 0 good, 1 to look at, 2 bad.',
      label: 'check',
      read: () => Object.fromEntries(findings().map(({ check, level }) => [check, levels.indexOf(level)])),
    },
    disk_free_bytes: { help: 'Room on the disk of DATA_DIR.', read: () => outages.freeBytes() },
    ...mailGauges(db, known),
  };
  return {
    countAnswer: (source) => {
      answers[source] = (answers[source] ?? 0) + 1;
    },
    text: createMetrics(metrics, config.metricsToken !== undefined),
  };
}

type Known = <T>(look: () => Promise<T>) => () => Promise<T | null>;

function mailGauges(db: Db, known: Known) {
  return {
    newsletter_issues_sending: {
      help: 'Newsletters that are going out.',
      read: known(() => issuesIn(db, 'sending')),
    },
    newsletter_issues_paused: { help: 'Newsletters that are paused.', read: known(() => issuesIn(db, 'paused')) },
    newsletter_issues_held: {
      help: 'Newsletters paused by the mail server.',
      read: known(() => countPausedIssues(db)),
    },
    deliveries: {
      help: 'Newsletter emails that are not finished.',
      label: 'state',
      read: known(() => countWaitingMails(db, 'newsletters')),
    },
    letters: {
      help: 'Confirmations and other single emails that are not finished.',
      label: 'state',
      read: known(() => countWaitingMails(db, 'others')),
    },
    letters_waiting: {
      help: 'Of these, the ones waiting for their turn or a retry.',
      read: known(async () => {
        const { queued, sending, retry } = await countWaitingMails(db, 'others');
        return queued + sending + retry;
      }),
    },
  };
}

function issuesIn(db: Db, state: 'sending' | 'paused'): Promise<number> {
  return countRows(db.selectFrom('issues').where('state', '=', state));
}
