/** What a society did in an academic year. Nothing here needs a name or an address, so it stays when those are erased. */
import { sql } from 'kysely';
import { getSettings, putSetting, readSetting } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { partsInZone } from '#shared/dates.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import { academicYearName, academicYearOf } from '../years/academic-year.ts';
import type { YearNumbers } from './year-numbers.schema.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Calendar = { timeZone: string; yearStartMonth: number };

/** Without a `year`, the running one. */
export async function readYearNumbers({ db, config, clock }: Context, year?: number): Promise<YearNumbers> {
  const calendar = await getSettings(db, config);
  const now = clock.now().toISOString();
  const running = yearOf(now, calendar);
  const wanted = Math.min(year ?? running, running);
  const [from, to] = [startOf(wanted, calendar), startOf(wanted + 1, calendar)];
  const isRunning = wanted === running;
  const until = isRunning ? now : to;
  const events = await listEvents(db, from, until);
  return {
    year: wanted,
    label: academicYearName(wanted, calendar.yearStartMonth),
    from,
    to,
    isRunning,
    years: await listYears(db, running, calendar),
    events: events.filter(({ cancelledAt }) => cancelledAt === null).map(({ cancelledAt: _at, ...event }) => event),
    cancelledEvents: events.filter(({ cancelledAt }) => cancelledAt !== null).length,
    articles: await countArticles(db, from, to),
    newsletters: await countNewsletters(db, from, to),
    subscribersAtStart: await countSubscribers(db, from),
    subscribersAtEnd: isRunning
      ? await countRows(db.selectFrom('subscribers').where('state', '=', 'confirmed'))
      : await countSubscribers(db, to),
  };
}

/** At the first look of a year: people who are erased later would be missing. */
export async function noteSubscribersAtStart({ db, config, clock }: Context): Promise<void> {
  const calendar = await getSettings(db, config);
  const from = startOf(yearOf(clock.now().toISOString(), calendar), calendar);
  if ((await readSetting(db, noteKey(from))) === undefined)
    await putSetting(db, noteKey(from), await countSubscribersAt(db, from), clock.now());
}

async function listEvents(db: Db, from: string, until: string) {
  const rows = await db
    .selectFrom('events')
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.eventId', '=', 'events.id').on('registrations.state', '=', 'confirmed'),
    )
    .select(['events.id', 'events.title', 'events.eventDate', 'events.cancelledAt'])
    .select((eb) => [
      eb.fn.sum('registrations.places').as('places'),
      sql`sum(registrations.places) filter (where registrations.present_at is not null)`.as('came'),
    ])
    .where('events.deletedAt', 'is', null)
    .where('events.startsAt', '>=', from)
    .where('events.startsAt', '<', until)
    .groupBy(['events.id', 'events.title', 'events.eventDate', 'events.cancelledAt', 'events.startsAt'])
    .orderBy('events.startsAt')
    .orderBy('events.id')
    .execute();
  // PostgreSQL sums into texts. Without guests a sum is null.
  return rows.map(({ places, came, ...event }) => ({
    ...event,
    places: Number(places),
    came: Number(came) > 0 ? Number(came) : null,
  }));
}

function countArticles(db: Db, from: string, to: string): Promise<number> {
  const living = db.selectFrom('articles').where('deletedAt', 'is', null).where('isPublished', '=', true);
  return countRows(living.where('publishedAt', '>=', from).where('publishedAt', '<', to));
}

function countNewsletters(db: Db, from: string, to: string): Promise<number> {
  const sent = db.selectFrom('issues').where('state', 'in', ['sending', 'paused', 'done']);
  return countRows(sent.where('createdAt', '>=', from).where('createdAt', '<', to));
}

async function listYears(db: Db, running: number, calendar: Calendar): Promise<number[]> {
  const { first } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.min('startsAt').as('first'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const oldest = first ? Math.min(running, yearOf(first, calendar)) : running;
  return Array.from({ length: Math.min(50, running - oldest + 1) }, (_, at) => running - at);
}

/** As noted then; before there were notes, of those who are still known. */
async function countSubscribers(db: Db, at: string): Promise<number> {
  return (await readSetting<number>(db, noteKey(at))) ?? countSubscribersAt(db, at);
}

function countSubscribersAt(db: Db, at: string): Promise<number> {
  const subscribers = db
    .selectFrom('subscribers')
    .where('confirmedAt', '<', at)
    .where((eb) => eb.or([eb('unsubscribedAt', 'is', null), eb('unsubscribedAt', '>=', at)]))
    .where((eb) => eb.or([eb('suppressedAt', 'is', null), eb('suppressedAt', '>=', at)]));
  return countRows(subscribers);
}

/** By the instant, so that another first month or time zone does not take it for its own. */
function noteKey(at: string): string {
  return `subscribers.${at}`;
}

/** The academic year of an instant, by the calendar of the site's zone. */
function yearOf(instant: string, { timeZone, yearStartMonth }: Calendar): number {
  return academicYearOf(partsInZone(Date.parse(instant), timeZone), yearStartMonth);
}

function startOf(year: number, { timeZone, yearStartMonth }: Calendar): string {
  return wallTimeToInstant(`${year}-${String(yearStartMonth).padStart(2, '0')}-01T00:00:00`, timeZone);
}
