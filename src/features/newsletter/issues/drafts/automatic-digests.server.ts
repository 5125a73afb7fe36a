/**
 * Automatic digests: a day ahead, the draft is made, scheduled and mailed to the administrators. Each date of the rule is handled
 * once, even if the worker is killed: the outcome is written in the same transaction.
 */
import { mostLateMs } from '#features/articles/schedule/schedule.ts';
import { removeSchedule, writeSchedule } from '#features/articles/schedule/schedules.server.ts';
import type { IssueContent } from '#features/newsletter/content/digests/digest.ts';
import { composeDigest } from '#features/newsletter/content/digests/digest-things.server.ts';
import type { DigestRule } from '#features/settings/settings.schema.ts';
import { getSettings, lockTimeZone, putSetting } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { latestPlausible } from '#shared/instants.ts';
import { lastDigestTime } from './digest-times.ts';
import { insertIssueDraft, nextDraftVersion } from './issue-drafts.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const aheadMs = 24 * 3_600_000;
/** The settings row that holds the rule and the last time handled. */
const stateKey = 'digests.state';

type State = { rule: string; dueAt: string };

export async function scheduleDueDigest(context: Context): Promise<void> {
  // Reads first, so that an idle worker locks nothing.
  if ((await findDue(context.db, context)) === null) return;
  await tryWithLock(context.db, 'digests', () => transact(context.db, (trx) => makeDigest(trx, context)));
}

/** What is to be done: a due date, perhaps the first of this rule, or a rule that was switched off. */
async function findDue(db: Db, { config, clock }: Context) {
  const { digests, timeZone } = await getSettings(db, config);
  const time = lastDigestTime(digests, timeZone, new Date(clock.now().getTime() + aheadMs));
  const rule = JSON.stringify([digests, timeZone]);
  const row = await db.selectFrom('settings').select('value').where('key', '=', stateKey).executeTakeFirst();
  const state = row ? (JSON.parse(row.value) as State) : null;
  // A wrong clock may have handled dates to come.
  const isNew = state?.rule !== rule || state.dueAt > latestPlausible(new Date(clock.now().getTime() + aheadMs));
  const isOver = state !== null && timesOf(state.rule) !== timesOf(rule);
  if (time === null) return state && { time, isOver };
  return isNew || time.dueAt > state.dueAt ? { time, isOver, rule, isNew, timeZone, fewest: digests.fewest } : null;
}

/** The dates of the rule, without its minimum and time zone. */
function timesOf(rule: string): string {
  const [{ every, weekday, hour }] = JSON.parse(rule) as [DigestRule];
  return JSON.stringify([every, weekday, hour]);
}

async function unscheduleOwn(trx: Db, now: Date): Promise<void> {
  const scheduled = trx.selectFrom('scheduledPublications').select('issueId').where('administratorId', 'is', null);
  const drafts = await trx
    .selectFrom('issues')
    .select(['id', 'content', 'updatedAt'])
    .where('kind', '=', 'digest')
    .where('state', '=', 'draft')
    .where('id', 'in', scheduled.where('issueId', 'is not', null).$castTo<{ issueId: number }>())
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, content, updatedAt } of drafts) {
    if (!(JSON.parse(content) as IssueContent).isAutomatic) continue;
    await removeSchedule(trx, { issueId: id });
    const touched = { updatedAt: nextDraftVersion(updatedAt, now) };
    await trx.updateTable('issues').set(touched).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId: null, action: 'issue.stop', entityId: id });
  }
}

async function makeDigest(trx: Db, context: Context): Promise<void> {
  const now = context.clock.now();
  await lockTimeZone(trx, context.config);
  const due = await findDue(trx, context);
  if (!due) return;
  if (due.isOver) await unscheduleOwn(trx, now);
  if (due.time === null) {
    await trx.deleteFrom('settings').where('key', '=', stateKey).execute();
    return;
  }
  const { time, rule, timeZone, fewest } = due;
  const { publishAt, dueAt } = time;
  await putSetting(trx, stateKey, { rule, dueAt } satisfies State, now);
  // A rule starts with the first date that is more than a day ahead.
  if (due.isNew) return;
  const { content, fresh } = await composeDigest(trx, { timeZone, now, goesOutAt: new Date(dueAt) });
  if (fresh < fewest) {
    const detail = { things: fresh, fewest };
    await audit(trx, { at: now, administratorId: null, action: 'newsletter.thin', entityId: null, detail });
    return;
  }
  const id = await insertIssueDraft(trx, { kind: 'digest', content: { ...content, isAutomatic: true }, now });
  // The site was off when the administrators should have been asked, so they are asked now.
  const isLate = now.getTime() - (Date.parse(dueAt) - aheadMs) > mostLateMs;
  const schedule = { publishAt, dueAt, hasNewsletter: true, administratorId: null, createdAt: now.toISOString() };
  await writeSchedule(trx, { issueId: id }, { ...schedule, ...(isLate && { state: 'late' as const }) });
  await audit(trx, { at: now, administratorId: null, action: 'issue.schedule', entityId: id, detail: { publishAt } });
  if (isLate) return;
  const people = await trx.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
  for (const { id: administratorId } of people)
    await enqueueEmail(trx, { kind: 'newsletter-draft', to: { administratorId }, content: { issueId: id } }, now);
}
