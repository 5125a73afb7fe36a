/** How the newsletters are going: counts by state, speed, time left. Each issue is counted at most once a second. */
import { sql } from 'kysely';
import { z } from 'zod';
import { findIssue, getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { isOver } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/expressions.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { countDeliveries, countSent, type DeliveryCounts } from './issue-counts.server.ts';
import type { IssueDetail, IssueReport } from './issue-reports.schema.ts';
import type { Outcomes } from './outcome.ts';
import { countOutcomes } from './outcomes.server.ts';
import { stallReason } from './stall-reason.server.ts';

type Issue = Pick<IssueReport, (typeof columns)[number]>;
type Counted = {
  counts: DeliveryCounts;
  outcomes: Outcomes;
  retryable: number;
  resendable: number;
  ratePerSecond: number;
  note: string | null;
};

const columns = [
  ...(['id', 'articleId', 'subject', 'state', 'pauseReason', 'createdAt', 'updatedAt', 'heldSince'] as const),
  'sendAfter',
] as const;
const ReportCursor = z.tuple([cursorParts.instant, cursorParts.id]);

const countedForMs = 1000;
/** What is over hardly changes any more. */
const overForMs = 30_000;
const mostRemembered = 500;
const mostListed = 100;
const rateMs = 60_000;
/** Enough to tell a speed, few enough to be read every second. */
const latestSent = 1000;

export type Reports = ReturnType<typeof createReports>;

export function createReports({ db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>) {
  const count = countedBriefly((issue: Issue) => countIssue({ db, config }, issue, clock.now()));

  async function report({ id, ...issue }: Issue): Promise<IssueReport> {
    const { counts, ratePerSecond, ...counted } = await count({ id, ...issue });
    const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const waiting = counts.queued + counts.sending;
    const isMoving = issue.state === 'sending' && waiting > 0 && ratePerSecond > 0;
    const secondsLeft = isMoving ? Math.ceil(waiting / ratePerSecond) : null;
    return { ...issue, counts, total, ...counted, ratePerSecond, secondsLeft, id };
  }

  async function byId(id: number): Promise<IssueReport> {
    return report(await db.selectFrom('issues').select(columns).where('id', '=', id).executeTakeFirstOrThrow());
  }

  /** Null when the article was never sent. */
  async function find(wanted: IssueWanted): Promise<IssueReport | null> {
    const issue = wanted.issueId === undefined ? await findIssue(db, wanted) : await getIssue(db, wanted);
    return issue && byId(issue.id);
  }

  return {
    find,

    /** What went out of one article, the latest first. */
    async listOf(articleId: number): Promise<IssueDetail['issues']> {
      const issues = await db
        .selectFrom('issues')
        .select(['id', 'subject', 'createdAt'])
        .where('articleId', '=', articleId)
        .orderBy('id', 'desc')
        .limit(mostListed)
        .execute();
      const sent = await countSent(
        db,
        issues.map(({ id }) => id),
      );
      return issues.map((issue) => ({ ...issue, sent: sent.get(issue.id) ?? 0 }));
    },

    /** Newest first. */
    async list({ search, limit, cursor }: ListQuery): Promise<Listed<IssueReport>> {
      let page = db.selectFrom('issues').select(columns);
      if (search) page = page.where(likeAny(db, search, ['subject']));
      const { total } = await db
        .selectFrom(page.as('issues'))
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (cursor) {
        const [at, id] = decodeCursor(cursor, ReportCursor);
        page = page.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
      }
      const rows = await page
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const issues = rows.slice(0, limit);
      const last = rows.length > limit ? issues.at(-1) : undefined;
      const items: IssueReport[] = [];
      // One after another: a page is answered in between.
      for (const issue of issues) items.push(await report(issue));
      return { items, total: Number(total), nextCursor: last ? encodeCursor([last.createdAt, last.id]) : null };
    },
  };
}

/** Many who look at once are answered with one counting. */
function countedBriefly(countAnew: (issue: Issue) => Promise<Counted>): (issue: Issue) => Promise<Counted> {
  const known = new Map<string, { until: number; counted: Promise<Counted> }>();
  return (issue) => {
    const key = `${issue.id} ${issue.state} ${issue.sendAfter} ${issue.updatedAt}`;
    const last = known.get(key);
    if (last && performance.now() < last.until) return last.counted;
    const counted = countAnew(issue);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, { until: performance.now() + (isOver(issue.state) ? overForMs : countedForMs), counted });
    counted.catch(() => known.delete(key));
    return counted;
  };
}

async function countIssue(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  issue: Issue,
  now: Date,
): Promise<Counted> {
  const { id, state } = issue;
  const counts = await countDeliveries(db, id);
  const outcomes = await countOutcomes(db, issue, counts);
  const isMade = state !== 'cancelled';
  const retryable = isMade && counts.failed > 0 ? await countOfConfirmed(db, id, 'failed') : 0;
  const resendable = isMade && counts.unknown > 0 ? await countOfConfirmed(db, id, 'unknown') : 0;
  const ratePerSecond = state === 'sending' && counts.sent > 0 ? await rateOf(db, id, now) : 0;
  const isStill = state === 'sending' && ratePerSecond === 0 && issue.sendAfter === null;
  const note = isStill ? await stallReason(db, config, { id, counts }, now) : null;
  return { counts, outcomes, retryable, resendable, ratePerSecond, note };
}

async function countOfConfirmed(db: Db, issueId: number, state: 'failed' | 'unknown'): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issueId', '=', issueId)
    .where('mails.state', '=', state)
    .where('subscribers.state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Over the last minute, from the latest of the mails sent: the index that claims them also has them in this order. */
async function rateOf(db: Db, issueId: number, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('sentAt')
    .where('issueId', '=', issueId)
    .where('state', '=', 'sent')
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(latestSent)
    .execute();
  const ages = rows.map(({ sentAt }) => now.getTime() - Date.parse(sentAt ?? '')).filter((age) => age < rateMs);
  // With fewer than the limit, the whole minute is known; else only the time that they span.
  const span = ages.length < latestSent ? rateMs : Math.max(1000, ...ages);
  const first = Math.max(...ages, 1000);
  return ages.length === 0 ? 0 : Math.round((ages.length / Math.min(span, first)) * 10_000) / 10;
}
