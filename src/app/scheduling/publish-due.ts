/**
 * Carries out what is planned: makes drafts live when their time has come, sends their newsletters, and tells the administrators of
 * those that wait for a person. Several processes may come here at once, and each may be killed at any point.
 */
import { enqueueNotice } from '#features/accounts/changes/notices.server.ts';
import { articleKind } from '#features/articles/article.kind.ts';
import { isWaiting, plannedTime, waitingSentence } from '#features/articles/schedule/schedule.ts';
import {
  findWork,
  lockSchedule,
  markTold,
  removeSchedule,
  type ScheduleRow,
} from '#features/articles/schedule/schedules.server.ts';
import { publishScheduled } from '#features/articles/schedule/scheduling.server.ts';
import { sendIssue } from '#features/newsletter/issues/issues.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';

export async function publishDue(context: AppContext): Promise<void> {
  const { db, clock } = context;
  // Reads first, so that an idle worker locks nothing.
  if ((await findWork(db, clock.now())).length === 0) return;
  await tryWithLock(db, 'publish what is planned', async () => {
    const failures: unknown[] = [];
    // One that fails holds up no other. What went to the bin just now has no plan any more.
    const attempt = (work: Promise<void>) =>
      work.catch((error: unknown) => void (error instanceof NotFound || failures.push(error)));
    const inState = async (...states: ScheduleRow['state'][]) =>
      (await findWork(db, clock.now())).filter(({ state }) => states.includes(state));
    for (const { articleId } of await inState('planned')) await attempt(publishScheduled(context, articleId));
    for (const { articleId } of await inState('published')) await attempt(sendScheduled(context, articleId));
    for (const { articleId } of await inState('late', 'restored', 'failed')) await attempt(tell(context, articleId));
    if (failures.length > 0) throw failures[0];
  });
}

/** The plan ends in the transaction that queues the mails. @throws NotFound when it has ended already */
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
    // Mails of an issue that was cancelled are under way: a moment later nobody holds them.
    if (!(error instanceof Conflict)) throw error;
  }
}

/** Each active administrator once. */
async function tell({ db, config, clock }: AppContext, articleId: number): Promise<void> {
  const { timeZone } = await getSettings(db, config);
  await transact(db, async (trx) => {
    const article = await trx.selectFrom('articles').select('title').where('id', '=', articleId).executeTakeFirst();
    const plan = await lockSchedule(trx, articleId);
    // Somebody may have planned it anew.
    if (!article || !plan || !isWaiting(plan.state) || plan.toldAt !== null) return;
    const when = plannedTime(plan.publishAt, timeZone);
    const notice = {
      subject: 'A planned article waits for you',
      paragraphs: [
        waitingSentence(plan.state, { title: article.title, when }),
        'Every screen of the administrators asks what becomes of it: it goes live now, at another time, or stays a draft.',
      ],
      screen: { label: 'Open the article', path: `/admin/articles?edit=${articleId}` },
    };
    const people = await trx.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
    for (const { id: administratorId } of people)
      await enqueueNotice(trx, { ...notice, to: { administratorId } }, clock.now());
    await markTold(trx, articleId, clock.now());
  });
}
