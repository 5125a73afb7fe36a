/** A wall time as YYYY-MM-DDTHH:MM:SS, or why it is none. */
export type EventDate = { wallTime: string } | 'incomplete' | 'impossible';

/** Reads YYYY-MM-DDTHH:MM[:SS]; slashes serve as dashes and a space as the T (C2). */
export function parseEventDate(typed: string): EventDate {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?$/.exec(typed.trim());
  if (!match) return 'incomplete';
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    year >= 1000 &&
    year <= 9998 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return isReal ? { wallTime: date.toISOString().slice(0, 19) } : 'impossible';
}
