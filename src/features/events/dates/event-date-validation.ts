/** Reads the date and time that someone entered for an event, and says what is wrong or odd about them. */
import { instantToWallTime, isRealDate, wallTimeToInstant } from '#shared/instants.ts';
import { yearProblem } from '#shared/typed-date.ts';

/** A wall time as YYYY-MM-DDTHH:MM:SS, or the problem. */
export type EventWallTime = { wallTime: string } | 'incomplete' | 'impossible';

/** Reads YYYY-MM-DDTHH:MM[:SS]; slashes serve as dashes and a space as the T (C2). */
export function parseEventWallTime(typed: string): EventWallTime {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}:\d{2})(?:(:\d{2})(?:\.\d{1,3})?)?$/.exec(typed.trim());
  if (!match) return 'incomplete';
  const [, year = '', month, day, time, seconds = ':00'] = match;
  const wallTime = `${year}-${month}-${day}T${time}${seconds}`;
  return isRealDate(wallTime) && yearProblem(Number(year)) === null ? { wallTime } : 'impossible';
}

/** A notice when the clocks of `timeZone` skip this time or repeat it, else null. */
export function clockChangeNotice(typed: string, timeZone: string): string | null {
  const parsed = parseEventWallTime(typed);
  if (typeof parsed === 'string') return null;
  const wanted = parsed.wallTime.slice(11, 16);
  const start = Date.parse(wallTimeToInstant(parsed.wallTime, timeZone));
  const [shown, ...later] = [0, 30, 60].map((minutes) => {
    const instant = new Date(start + minutes * 60_000).toISOString();
    return instantToWallTime(instant, timeZone).slice(11, 16);
  });
  if (shown !== wanted) return `The clocks skip this time on that day. It counts as ${shown}.`;
  return later.includes(wanted) ? 'The clocks show this time twice on that day. The first of the two counts.' : null;
}
