/**
 * Carries out schedules: publishes drafts when they are due, sends their newsletters, and tells the administrators of
 * those that need a decision. Several processes may run this at once, and each may be killed at any point.
 */
import { notifyAdministrators } from '#features/accounts/changes/notify-administrators.server.ts';
import { articleKind } from '#features/articles/article.kind.ts';
import { publishScheduledArticle } from '#features/articles/schedule/publish-scheduled.server.ts';
import { isMissedState, missedSentence } from '#features/articles/schedule/schedule.ts';
import { listSchedulesToProcess } from '#features/articles/schedule/schedule-lists.server.ts';
import {
  changeSchedule,
  lockSchedule,
  removeSchedule,
  type ScheduleKey,
  type ScheduleRow,
} from '#features/articles/schedule/schedules.server.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { sendScheduledIssue } from '#features/newsletter/issues/drafts/sending-issue-drafts.server.ts';
import { sendArticleNewsletter } from '#features/newsletter/issues/sending.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';

export async function runDueSchedules(context: AppContext): Promise<void> {
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
    for (const { key } of await inState('scheduled')) await attempt(publishOrSend(context, key));
    for (const { key, administratorId } of await inState('published'))
      if (typeof key === 'number') await attempt(sendScheduled(context, key, administratorId));
    for (const { key } of await inState('late', 'restored', 'failed'))
      await attempt(notifyOfMissedSchedule(context, key));
    if (failures.length > 0) throw failures[0];
  });
}

function publishOrSend(context: AppContext, key: ScheduleKey): Promise<void> {
  return typeof key === 'number' ? publishScheduledArticle(context, key) : sendScheduledIssue(context, key.issueId);
}

/** Ends the schedule in the transaction that queues the mails. @throws NotFound when it has already ended */
async function sendScheduled(context: AppContext, articleId: number, administratorId: number | null): Promise<void> {
  try {
    const alongside = async (trx: Db) => {
      if (!(await removeSchedule(trx, articleId))) throw new NotFound(articleKind.texts.notFound);
    };
    await sendArticleNewsletter(context, { articleId, administratorId, alongside });
  } catch (error) {
    // Mails of a cancelled issue are still being sent: the next run tries again.
    if (!(error instanceof Conflict)) throw error;
  }
}

/** Tells each active administrator once. */
async function notifyOfMissedSchedule({ db, config, clock }: AppContext, key: ScheduleKey): Promise<void> {
  const { timeZone } = await getSettings(db, config);
  await transact(db, async (trx) => {
    const title = await titleOf(trx, key);
    const schedule = await lockSchedule(trx, key);
    // Someone may have rescheduled it.
    if (title === undefined || !schedule || !isMissedState(schedule.state) || schedule.toldAt !== null) return;
    const isArticle = typeof key === 'number';
    const what = isArticle ? 'article' : 'newsletter';
    const path = isArticle ? `/admin/articles?edit=${key}` : issuePath({ articleId: null, id: key.issueId });
    const notice = {
      subject: `A scheduled ${what} is waiting for you`,
      paragraphs: [
        missedSentence({ ...schedule, state: schedule.state }, { title, timeZone, isIssue: !isArticle }),
        `Every admin screen now asks what to do: ${isArticle ? 'publish' : 'send'} it now, choose another time, or keep it as a draft.`,
      ],
      screen: { label: `Open the ${what}`, path },
    };
    await notifyAdministrators(trx, notice, clock.now());
    await changeSchedule(trx, key, { toldAt: clock.now().toISOString() });
  });
}

async function titleOf(trx: Db, key: ScheduleKey): Promise<string | undefined> {
  const found =
    typeof key === 'number'
      ? trx.selectFrom('articles').select('title').where('id', '=', key)
      : trx.selectFrom('issues').select('subject as title').where('id', '=', key.issueId);
  return (await found.executeTakeFirst())?.title;
}
