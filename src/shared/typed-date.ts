/** Reads a day of the form: YYYY/MM/DD, or with dashes. */
import { monthNames } from './dates.ts';
import { isRealDate } from './instants.ts';

/** A year outside of these is a typing error, such as 2206 for 2026. */
export const plausibleYears = { first: 1900, last: 2199 } as const;

/** The `value` of a clear entry, or the problem. */
export type Reading = { value: string } | { problem: string } | 'incomplete';

const unfinished = /^(\d{0,4}|\d{4}([/-]\d{0,2}){1,2})$/;

/** `value` is YYYY/MM/DD. */
export function readTypedDate(typed: string): Reading {
  const text = typed.trim();
  if (!/^\d{4}([/-])\d{2}\1\d{2}$/.test(text))
    return unfinished.test(text) ? 'incomplete' : { problem: 'Please write the date such as 2027/12/03.' };
  const problem = dateProblem(text);
  return problem ? { problem } : { value: text.replaceAll('-', '/') };
}

/** Null while it is not clear. */
export function valueOf(reading: Reading): string | null {
  return reading !== 'incomplete' && 'value' in reading ? reading.value : null;
}

/** What is wrong, else null. */
export function readingProblem(reading: Reading): string | null {
  return reading === 'incomplete' || 'value' in reading ? null : reading.problem;
}

/** The problem with the day; null also while it is incomplete. */
export function dateProblem(date: string): string | null {
  const day = date.replaceAll('/', '-');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return yearProblem(Number(day.slice(0, 4))) ?? (isRealDate(day) ? null : 'This date does not exist.');
}

/** A question about a year in which nothing can be, else null. */
export function yearProblem(year: number): string | null {
  const { first, last } = plausibleYears;
  return year < first || year > last ? `Is ${year} right? Please enter a year from ${first} to ${last}.` : null;
}

/** The day as YYYY-MM-DD where it is clear, else null. */
export function dayIfClear(date: string): string | null {
  return valueOf(readTypedDate(date))?.replaceAll('/', '-') ?? null;
}

/** True for words, dots, and a first group that is no year: such a text stays as it is. Otherwise the field keeps digits and adds slashes. */
export function isDateAsTyped({ text }: { text: string }): boolean {
  return /[a-z]{3}|^\s*[a-z]|[.,]|^\s*\d{1,3}[^\d]/i.test(text);
}

/** The day as YYYY/MM/DD that a text in another notation means for sure: '10 Dec 2026', '31/12/2026', but not '10/12/2026'. Without a year the next such day: '18 December'. */
export function offeredDay(typed: string, now = new Date()): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
    .replace(/[,\s]+/g, ' ');
  const [, first = '', last = '', year = ''] =
    /^([a-z]+|\d{1,2})\.? ([a-z]+|\d{1,2})\.?(?: (\d{4}))?$/.exec(text) ?? [];
  const [month, date] = /^\d/.test(first) ? [monthOf(last), first] : [monthOf(first), last];
  if (month > 0) return year ? realDay(year, month, Number(date)) : nextDay(month, Number(date), now);
  const [, a = '', sign = '', b = '', written = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (sign === '.' || Number(a) > 12 || a === b) return realDay(written, Number(b), Number(a));
  return Number(b) > 12 ? realDay(written, Number(a), Number(b)) : null;
}

/** 1 to 12, or 0. */
function monthOf(name: string): number {
  return name.length < 3 ? 0 : monthNames.findIndex((known) => known.toLowerCase().startsWith(name)) + 1;
}

/** From today on, as the browser's clock has it. */
function nextDay(month: number, date: number, now: Date): string | null {
  const isOver = month < now.getMonth() + 1 || (month === now.getMonth() + 1 && date < now.getDate());
  return realDay(String(now.getFullYear() + Number(isOver)), month, date);
}

function realDay(year: string, month: number, date: number): string | null {
  const two = (number: number) => String(number).padStart(2, '0');
  return valueOf(readTypedDate(`${year}/${two(month)}/${two(date)}`));
}
