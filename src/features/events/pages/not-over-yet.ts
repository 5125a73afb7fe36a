import { isoDayInZone } from '#shared/dates.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';

type Times = Pick<SocietyEvent, 'eventDate' | 'startsAt' | 'endsAt' | 'cancelledAt'>;

/** True until the event is over. Without an end, that is until its day in `timeZone` ends. */
export function isNotOverYet(event: Times, now: string, timeZone: string): boolean {
  const state = eventState(event, now);
  const isOpenEnded = event.endsAt === null;
  return (
    state === 'Upcoming' ||
    (state === 'Past' && isOpenEnded && isoDayInZone(now, timeZone) <= event.eventDate.slice(0, 10))
  );
}
