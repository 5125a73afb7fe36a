/** What the site counts, and what it looks up when somebody reads its figures at /metrics. */
import { breakerOpenSince } from '#features/newsletter/mail-breaker.server.ts';
import type { AnswerCache } from '#platform/cache/answer-cache.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';

export function siteMetrics({ db, config }: AppContext, cacheOf: () => AnswerCache | null): Metrics {
  const cache = (part: keyof AnswerCache['size']) => () => cacheOf()?.size[part] ?? 0;
  return createMetrics({
    isRead: config.metricsToken !== undefined,
    counters: {
      http_answers_total: {
        help: 'Answers: kept pages given, pages made to be kept, others made by the app, refused for want of room.',
        label: 'source',
      },
    },
    gauges: {
      page_cache_entries: { help: 'Pages kept.', read: cache('entries') },
      page_cache_bytes: { help: 'Memory that kept pages take, about.', read: cache('bytes') },
      page_cache_making: { help: 'Pages being made.', read: cache('making') },
      newsletter_issues_sending: { help: 'Newsletters that are going out.', read: () => issuesIn(db, 'sending') },
      newsletter_issues_paused: { help: 'Newsletters that are paused.', read: () => issuesIn(db, 'paused') },
      mail_breaker_open: {
        help: 'Whether everything waits for the mail server.',
        read: async () => ((await breakerOpenSince(db)) > 0 ? 1 : 0),
      },
      mail_breaker_open_since_seconds: {
        help: 'Since when, in seconds since 1970; 0 while the mail server takes mails.',
        read: () => breakerOpenSince(db),
      },
      letters_waiting: { help: 'Confirmations and other single mails that wait.', read: () => lettersWaiting(db) },
    },
  });
}

async function issuesIn(db: Db, state: 'sending' | 'paused'): Promise<number> {
  const { count } = await db
    .selectFrom('issues')
    .where('state', '=', state)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function lettersWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('letters')
    .where('state', '=', 'queued')
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
