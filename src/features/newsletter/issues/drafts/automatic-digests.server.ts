/**
 * Automatic digests: a day ahead, the draft is made, scheduled and mailed to the administrators. Each date of the rule is handled
 * once, even if the worker is killed: the outcome is written in the same transaction.
 */
import { mostLateMs } from '#features/articles/schedule/schedule.ts';
import { composeDigest } from '#features/newsletter/content/digests/digest-things.server.ts';
import { parseIssueContent } from '#features/newsletter/content/issue-texts.server.ts';
import type { DigestRule } from '#features/settings/settings.schema.ts';
import { getSettings, lockTimeZone, putSetting } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { isoDayInZone } from '#shared/dates.ts';
import { instantToWallTime, latestPlausible, wallTimeToInstant } from '#shared/instants.ts';
import { insertIssueDraft, putDraftSchedule, stopDraft } from './issue-drafts.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const dayMs = 86_400_000;
const aheadMs = dayMs;
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
  return isNew || time.dueAt > state.dueAt ? { time, isOver, rule, isNew, fewest: digests.fewest } : null;
}

/** The rule's last date that is not after `until`; null while it is off. A time that the clocks skip moves an hour later. */
export function lastDigestTime(
  { every, weekday, hour }: DigestRule,
  timeZone: string,
  until: Date,
): { publishAt: string; dueAt: string } | null {
  if (every === 'off') return null;
  const last = Date.parse(isoDayInZone(until.toISOString(), timeZone));
  // The longest gap, between monthly dates, is five weeks.
  for (let day = last + dayMs; day > last - 40 * dayMs; day -= dayMs) {
    const date = new Date(day);
    if (date.getUTCDay() !== weekday || !isItsWeek(every, date)) continue;
    const wanted = `${date.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00`;
    const dueAt = wallTimeToInstant(wanted, timeZone);
    if (dueAt <= until.toISOString()) return { publishAt: instantToWallTime(dueAt, timeZone), dueAt };
  }
  return null;
}

/** Each week, each second one since 1970, or the first such day of a month. */
function isItsWeek(every: DigestRule['every'], date: Date): boolean {
  if (every === 'month') return date.getUTCDate() <= 7;
  return every === 'week' || Math.floor(date.getTime() / dayMs / 7) % 2 === 0;
}

/** The dates of the rule, without its minimum and time zone. */
function timesOf(rule: string): string {
  const [{ every, weekday, hour }] = JSON.parse(rule) as [DigestRule];
  return JSON.stringify([every, weekday, hour]);
}

async function unscheduleOwn(trx: Db, at: { timeZone: string; now: Date }): Promise<void> {
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
  for (const draft of drafts) {
    const content = parseIssueContent(draft);
    if (content.isAutomatic) await stopDraft(trx, { ...draft, content }, { administratorId: null, ...at });
  }
}

async function makeDigest(trx: Db, context: Context): Promise<void> {
  const now = context.clock.now();
  const timeZone = await lockTimeZone(trx, context.config);
  const due = await findDue(trx, context);
  if (!due) return;
  if (due.isOver) await unscheduleOwn(trx, { timeZone, now });
  if (due.time === null) {
    await trx.deleteFrom('settings').where('key', '=', stateKey).execute();
    return;
  }
  const { time, rule, fewest } = due;
  const { publishAt, dueAt } = time;
  await putSetting(trx, stateKey, { rule, dueAt } satisfies State, now);
  // A rule starts with the first date that is more than a day ahead.
  if (due.isNew) return;
  const { content: composed, fresh } = await composeDigest(trx, { timeZone, now, goesOutAt: new Date(dueAt) });
  if (fresh < fewest) {
    const detail = { things: fresh, fewest };
    await audit(trx, { at: now, administratorId: null, action: 'newsletter.thin', entityId: null, detail });
    return;
  }
  const content = { ...composed, isAutomatic: true };
  const id = await insertIssueDraft(trx, { kind: 'digest', content, now });
  // The site was off when the administrators should have been asked, so they are asked now.
  const isLate = now.getTime() - (Date.parse(dueAt) - aheadMs) > mostLateMs;
  const times = { publishAt, dueAt, ...(isLate && { state: 'late' as const }) };
  await putDraftSchedule(trx, { id, updatedAt: now.toISOString(), content }, times, {
    administratorId: null,
    now,
    timeZone,
  });
  if (isLate) return;
  const people = await trx.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
  for (const { id: administratorId } of people)
    await enqueueEmail(trx, { kind: 'newsletter-draft', to: { administratorId }, content: { issueId: id } }, now);
}
