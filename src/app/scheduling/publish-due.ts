/**
 * Carries out schedules: publishes drafts when they are due, sends their newsletters, and tells the administrators of
 * those that need a decision. Several processes may run this at once, and each may be killed at any point.
 */
import { notifyAdministrators } from '#features/accounts/changes/account-notices.server.ts';
import { articleKind } from '#features/articles/article.kind.ts';
import { isMissed, missedSentence, scheduledTime } from '#features/articles/schedule/schedule.ts';
import { listSchedulesToProcess } from '#features/articles/schedule/schedule-lists.server.ts';
import {
  lockSchedule,
  markNotified,
  removeSchedule,
  type ScheduleKey,
  type ScheduleRow,
} from '#features/articles/schedule/schedules.server.ts';
import { publishScheduled } from '#features/articles/schedule/scheduling.server.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { sendScheduledDraft } from '#features/newsletter/issues/drafts/sending.server.ts';
import { sendIssue } from '#features/newsletter/issues/issues.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';

export async function publishDue(context: AppContext): Promise<void> {
  const { db, clock } = context;
  // Reads first, so that an idle worker locks nothing.
  if ((await listSchedulesToProcess(db, clock.now())).length === 0) return;
  await tryWithLock(db, 'publish scheduled articles', async () => {
    const failures: unknown[] = [];
    // One failure must not hold up the others. An item that has just gone to the bin is no longer scheduled.
    const attempt = (work: Promise<void>) =>
      work.catch((error: unknown) => void (error instanceof NotFound || failures.push(error)));
    const inState = async (...states: ScheduleRow['state'][]) =>
      (await listSchedulesToProcess(db, clock.now())).filter(({ state }) => states.includes(state));
    for (const { planned } of await inState('planned')) await attempt(carryOut(context, planned));
    for (const { planned } of await inState('published'))
      if (typeof planned === 'number') await attempt(sendScheduled(context, planned));
    for (const { planned } of await inState('late', 'restored', 'failed')) await attempt(tell(context, planned));
    if (failures.length > 0) throw failures[0];
  });
}

function carryOut(context: AppContext, planned: ScheduleKey): Promise<void> {
  return typeof planned === 'number'
    ? publishScheduled(context, planned)
    : sendScheduledDraft(context, planned.issueId);
}

/** Ends the schedule in the transaction that queues the mails. @throws NotFound when it has already ended */
async function sendScheduled(context: AppContext, articleId: number): Promise<void> {
  const { db } = context;
  const plan = await db
    .selectFrom('scheduledPublications')
    .select('administratorId')
    .where('articleId', '=', articleId)
    .executeTakeFirst();
  if (!plan) return;
  try {
    const { administratorId } = plan;
    const alongside = async (trx: Db) => {
      if (!(await removeSchedule(trx, articleId))) throw new NotFound(articleKind.texts.notFound);
    };
    await sendIssue(context, { articleId, administratorId, alongside });
  } catch (error) {
    // Mails of a cancelled issue are still being sent: the next run tries again.
    if (!(error instanceof Conflict)) throw error;
  }
}

/** Tells each active administrator once. */
async function tell({ db, config, clock }: AppContext, planned: ScheduleKey): Promise<void> {
  const { timeZone } = await getSettings(db, config);
  await transact(db, async (trx) => {
    const title = await titleOf(trx, planned);
    const plan = await lockSchedule(trx, planned);
    // Someone may have rescheduled it.
    if (title === undefined || !plan || !isMissed(plan.state) || plan.toldAt !== null) return;
    const when = scheduledTime(plan.publishAt, timeZone);
    const isArticle = typeof planned === 'number';
    const what = isArticle ? 'article' : 'newsletter';
    const path = isArticle ? `/admin/articles?edit=${planned}` : issuePath({ articleId: null, id: planned.issueId });
    const notice = {
      subject: `A scheduled ${what} is waiting for you`,
      paragraphs: [
        missedSentence(plan.state, { title, when }),
        `Every admin screen now asks what to do: ${isArticle ? 'publish' : 'send'} it now, choose another time, or keep it as a draft.`,
      ],
      screen: { label: `Open the ${what}`, path },
    };
    await notifyAdministrators(trx, notice, clock.now());
    await markNotified(trx, planned, clock.now());
  });
}

async function titleOf(trx: Db, planned: ScheduleKey): Promise<string | undefined> {
  const found =
    typeof planned === 'number'
      ? trx.selectFrom('articles').select('title').where('id', '=', planned)
      : trx.selectFrom('issues').select('subject as title').where('id', '=', planned.issueId);
  return (await found.executeTakeFirst())?.title;
}
