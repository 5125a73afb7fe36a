/** How the newsletters are going: counts by state, and why one stands still. */
import { sql } from 'kysely';
import { z } from 'zod';
import { findIssue, getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { isServed } from '#features/newsletter/delivery/queue/audience.server.ts';
import type { DeliveryState } from '#features/newsletter/delivery-state.ts';
import { triedAgain } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { cursorParts, cutPage, decodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { holds } from '#shared/fold.ts';
import { countDeliveries } from './issue-counts.server.ts';
import type { IssueReport } from './issue-reports.schema.ts';
import { countGone, countOutcomes } from './outcomes.server.ts';
import { stallReason } from './stall-reason.server.ts';

type Issue = Pick<IssueReport, (typeof columns)[number]>;

const columns = [
  ...(['id', 'kind', 'articleId', 'subject', 'state', 'pauseReason', 'createdAt', 'updatedAt', 'heldSince'] as const),
  ...(['sendAfter', 'isArchived'] as const),
] as const;
const ReportCursor = z.tuple([cursorParts.instant, cursorParts.id]);

export type Reports = ReturnType<typeof createReports>;

export function createReports({ db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>) {
  async function report(issue: Issue): Promise<IssueReport> {
    const { id, state, sendAfter } = issue;
    const counts = await countDeliveries(db, id);
    const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const outcomes = await countOutcomes(db, issue, counts);
    const gone = outcomes.bounced + counts.failed > 0 ? await countGone(db, id) : 0;
    const isMade = state !== 'cancelled';
    const again = triedAgain(issue.articleId, config.smtpUrl).filter((one) => isMade && counts[one] > 0);
    const retryable = again.length > 0 ? await countOfServed(db, issue, again) : 0;
    const resendable = isMade && counts.unknown > 0 ? await countOfServed(db, issue, ['unknown']) : 0;
    const note =
      state === 'sending' && sendAfter === null ? await stallReason(db, config, { id, counts }, clock.now()) : null;
    const told = { counts, total, outcomes, gone, retryable, resendable };
    return { ...issue, ...told, note };
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

    /** How many have had the article, by any of its issues. */
    async countSent(articleId: number): Promise<number> {
      const sent = db.selectFrom('mails').where('articleId', '=', articleId).where('state', '=', 'sent');
      return Number((await sent.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
    },

    /** Newest first. */
    async list({ search, limit, cursor }: ListQuery): Promise<Listed<IssueReport>> {
      let page = db.selectFrom('issues').select(columns);
      if (search) {
        const subjects = await db.selectFrom('issues').select(['id', 'subject']).execute();
        const found = subjects.filter(({ subject }) => holds(subject, search));
        page = page.where('id', 'in', [0, ...found.map(({ id }) => id)]);
      }
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
      const { shown: issues, nextCursor } = cutPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
      const items: IssueReport[] = [];
      // One after another: a page is answered in between.
      for (const issue of issues) items.push(await report(issue));
      return { items, total: Number(total), nextCursor };
    },
  };
}

async function countOfServed(db: Db, { id, articleId }: Issue, states: DeliveryState[]): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issueId', '=', id)
    .where('mails.state', 'in', states)
    .where(isServed(articleId))
    .executeTakeFirstOrThrow();
  return Number(count);
}
