import { instantText, partsInZone, twelveHourText } from '#shared/dates.ts';
import type { SocietyEvent } from '../event.schema.ts';

type Start = Pick<SocietyEvent, 'startsAt' | 'isAllDay'>;

/** '1:30 PM', with its day where that is another one; null where the clocks of both zones show the same (F2). */
export function timeInVisitorsZone({ startsAt, isAllDay }: Start, here: string, there: string): string | null {
  const at = Date.parse(startsAt);
  const [site, visitor] = [partsInZone(at, here), partsInZone(at, there)];
  if (isAllDay || JSON.stringify(site) === JSON.stringify(visitor)) return null;
  return site.day === visitor.day ? twelveHourText(visitor.hour, visitor.minute) : instantText(startsAt, there);
}
