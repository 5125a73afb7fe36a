/** The events as calendar files: all to subscribe to, and one to add. */

import { getSiteName } from '#features/settings/permanent-site-name.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { endOrStartSql } from '../event-lists.server.ts';
import { singleEventIcs, subscriptionIcs } from './calendar.ts';
import { isInCalendar } from './calendar-event.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const shownDays = 180;
/** More would block the thread for over 50 ms. The oldest are left out first, then the most distant. */
const mostEvents = 1000;

/** Upcoming events and those that ended in the last 180 days, in the order of their ends. */
export async function eventsIcs(context: Context): Promise<string> {
  const { db, clock } = context;
  const now = clock.now();
  const since = new Date(now.getTime() - shownDays * 86_400_000).toISOString();
  const living = db.selectFrom('events').selectAll().where('deletedAt', 'is', null);
  const upcoming = await living
    .where(endOrStartSql, '>=', now.toISOString())
    .orderBy(endOrStartSql)
    .orderBy('id')
    .limit(mostEvents)
    .execute();
  const past = await living
    .where(endOrStartSql, '>=', since)
    .where(endOrStartSql, '<', now.toISOString())
    .orderBy(endOrStartSql, 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents - upcoming.length)
    .execute();
  const listed = [...past.reverse(), ...upcoming].filter((event) => isInCalendar(event, now));
  const site = await readCalendarSite(context);
  return subscriptionIcs(site.societyName, listed, site);
}

/** Null for one that is not there or in the bin. */
export async function findEventIcs(context: Context, id: number): Promise<string | null> {
  const event = await context.db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return event ? singleEventIcs(event, await readCalendarSite(context)) : null;
}

export async function readCalendarSite({ db, config, clock }: Context) {
  const { authority } = await getSiteName(db, config, clock.now());
  const { societyName } = await getSettings(db, config);
  return { authority, siteUrl: config.siteUrl, societyName };
}
