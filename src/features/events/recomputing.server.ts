/** Computes the instants of events anew where no save does it: in another time zone, and after an earlier release. */
import { holdTimeZone } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { instantsOf, type Times } from './event-times.ts';
import { inOtherZone, type SignupTimes } from './signup/signup-times.ts';

/**
 * Of all events, also in the bin, when the site's time zone changes. The wall times stay as typed (C1), and so does `version`; `moves`
 * counts up for calendars. Answers which have moved: whole days stay the same days.
 */
export async function recomputeEventTimes(trx: Db, zones: { from: string; to: string }, now: Date): Promise<number[]> {
  const moved: number[] = [];
  for (const row of await timesOf(trx).execute()) {
    const signup = inOtherZone({ ...row, ...instantsOf(row, zones.to) }, zones);
    if ((await write(trx, row, { times: row, timeZone: zones.to, now, signup })) && !row.isAllDay) moved.push(row.id);
  }
  return moved;
}

/**
 * At the start: a release before events had ends moves them without. An end before the start is given up, and whole days begin at
 * midnight again.
 */
export async function mendEventTimes({
  db,
  config,
  clock,
}: Pick<AppContext, 'db' | 'config' | 'clock'>): Promise<void> {
  if ((await suspects(db).execute()).every(isMended)) return;
  await transact(db, async (trx) => {
    const timeZone = await holdTimeZone(trx, config);
    for (const row of await suspects(trx).execute())
      if (!isMended(row)) await write(trx, row, { times: mended(row), timeZone, now: clock.now() });
  });
}

function timesOf(db: Db) {
  return db
    .selectFrom('events')
    .select(['id', 'eventDate', 'endDate', 'isAllDay', 'startsAt', 'endsAt', 'signupOpensAt', 'signupClosesAt'])
    .orderBy('id');
}

type Row = Awaited<ReturnType<ReturnType<typeof timesOf>['execute']>>[number];

function suspects(db: Db) {
  return timesOf(db).where((event) =>
    event.or([event('endsAt', '<=', event.ref('startsAt')), event('isAllDay', '=', true)]),
  );
}

const midnight = 'T00:00:00';

/** Where clocks change the instants may lie so although the wall times do not. */
function isMended(row: Row): boolean {
  const { eventDate, endDate, endsAt, isAllDay } = mended(row);
  const isSame = eventDate === row.eventDate && endDate === row.endDate;
  return isSame && (!isAllDay || (endsAt !== null && endsAt > row.startsAt));
}

function mended(row: Row): Row {
  const eventDate = row.isAllDay ? row.eventDate.slice(0, 10) + midnight : row.eventDate;
  const isBefore = row.endDate !== null && (row.isAllDay ? row.endDate < eventDate : row.endDate <= eventDate);
  return { ...row, eventDate, endDate: isBefore ? null : row.endDate };
}

type Written = { times: Times; timeZone: string; now: Date; signup?: SignupTimes };

/** Answers whether it is at another time now. */
async function write(trx: Db, row: Row, { times, timeZone, now, signup }: Written): Promise<boolean> {
  const { eventDate, endDate, isAllDay } = times;
  const instants = instantsOf({ eventDate, endDate, isAllDay }, timeZone);
  const values = { eventDate, endDate, ...instants, ...signup };
  const isChange = Object.entries(values).some(([name, value]) => row[name as keyof Row] !== value);
  if (!isChange) return false;
  const isMoved = instants.startsAt !== row.startsAt || instants.endsAt !== row.endsAt;
  const updatedAt = now.toISOString();
  await trx
    .updateTable('events')
    .set((set) => ({ ...values, updatedAt, ...(isMoved && { moves: set('moves', '+', 1) }) }))
    .where('id', '=', row.id)
    .execute();
  return isMoved;
}
