/** Reads a day as people write it. Two possible readings become a question, never a guess. */
import { dayNames, monthNames } from '#shared/dates.ts';
import { isRealDate } from '#shared/instants.ts';
import type { Typed } from '#ui/forms/input-mask.ts';
import { eventMessages } from '../event.ts';
import { yearProblem } from '../event-date.ts';
import type { Reading } from './typed-time.ts';

const grouped = /^(\d{0,4}|\d{4}(\/\d{0,2}){1,2})$/;
/** Without a year, a day this short a time ago may be meant as well as the next one. */
const recentDays = 60;

/** `value` is YYYY/MM/DD; `today` is YYYY-MM-DD and gives the year where none is typed. */
export function readDate(typed: string, today: string): Reading {
  const text = typed.trim().toLowerCase();
  if (text === 'today') return chosen([today]);
  if (text === 'tomorrow') return chosen([moved(today, 1)]);
  return yearFirst(text) ?? inNumbers(text, today) ?? withMonth(text, today) ?? { problem: eventMessages.unreadDate };
}

/** True for text that does not begin like a year: '3/12', '3 Dec', 'Dec 3'. In other text the field adds slashes. */
export function isDateInWords({ text, caret }: Typed, before: string, inputType: string): boolean {
  if (/[a-z]{3}/i.test(text)) return true;
  const isWithin = caret < text.length || /^(delete|history)/.test(inputType);
  if (isWithin && grouped.test(before)) return false;
  return /^\s*(\d{1,2}\s*[-/., a-z]|[a-z])/i.test(text);
}

function yearFirst(text: string): Reading | null {
  const match =
    /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text) ?? /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text);
  if (!match) return grouped.test(text) ? 'incomplete' : null;
  const [, year = '', month = '', day = ''] = match;
  const days = [iso(year, month, day)];
  // Digits typed without slashes look the same: 2026/12/3 may be 2026 1 23.
  if (/^1\d$/.test(month) && day.length === 1) days.push(iso(year, '1', month.charAt(1) + day));
  return chosen(days);
}

function inNumbers(text: string, today: string): Reading | null {
  // bounded: what somebody types into a field
  const match = /^(\d{1,2})\s*[-/. ]\s*(\d{1,2})(?:\s*[-/. ]\s*(\d{4}|['’]?\d{2}))?\.?$/.exec(text);
  if (!match) return /^[\d\s./-]+$/.test(text) ? 'incomplete' : null;
  const [, first = '', second = '', last] = match;
  const orders = [
    [second, first],
    [first, second],
  ] as const;
  if (!last) return chosen(orders.flatMap(([month, day]) => withoutYear(month, day, today)));
  const days = orders.map(([month, day]) => iso(fullYear(last), month, day));
  if (/^\d{2}$/.test(last) && first.length === 2) days.push(iso(fullYear(first), second, last));
  return chosen(days);
}

function withMonth(text: string, today: string): Reading | null {
  if (!/^[a-z\d\s,./'’-]+$/.test(text)) return null;
  const words = text.replace(/(\d)(st|nd|rd|th)\b/g, '$1').match(/[a-z]+|\d+/g) ?? [];
  const names = words.filter((word) => /[a-z]/.test(word) && !['of', 'the', 'on'].includes(word));
  const months = names.flatMap((name) => indexIn(monthNames, name));
  const weekdays = names.flatMap((name) => indexIn(dayNames, name));
  const [month] = months;
  if (month === undefined || months.length > 1 || weekdays.length > 1 || names.length > 1 + weekdays.length)
    return null;
  const numbers = words.filter((word) => /\d/.test(word));
  const year = numbers.find((number) => number.length === 4) ?? (numbers.length === 2 ? numbers[1] : undefined);
  const [day, ...others] = numbers.filter((number) => number !== year);
  if (!day || day.length > 2 || others.length > 0) return numbers.length > 2 ? null : 'incomplete';
  if (year && ![2, 4].includes(year.length)) return 'incomplete';
  const number = String(month + 1);
  const days = year ? [iso(fullYear(year), number, day)] : withoutYear(number, day, today);
  return onWeekday(chosen(days), days, weekdays[0]);
}

function onWeekday(reading: Reading, days: string[], weekday: number | undefined): Reading {
  if (weekday === undefined || typeof reading === 'string' || 'problem' in reading) return reading;
  const fitting = days.filter((day) => isRealDate(day) && weekdayOf(day) === weekday);
  if (fitting.length > 0) return chosen(fitting);
  const [day = ''] = days;
  return { problem: `${label(day, true)} is a ${dayNames[weekdayOf(day)]}, not a ${dayNames[weekday]}.` };
}

/** The only real day of `days`, a question when there are several, or the problem when there is none. */
function chosen(days: string[]): Reading {
  const real = [...new Set(days)].filter(isRealDate);
  if (real.length === 0) return { problem: eventMessages.impossibleDate };
  const possible = real.filter((day) => !yearProblem(yearOf(day)));
  if (possible.length === 0) return { problem: yearProblem(yearOf(real[0] ?? '')) ?? eventMessages.impossibleDate };
  const [only = ''] = possible;
  if (possible.length === 1) return { value: slashed(only) };
  const isSameYear = possible.every((day) => yearOf(day) === yearOf(only));
  const options = possible.sort().map((day) => ({ label: label(day, !isSameYear), value: slashed(day) }));
  return { question: 'Which day do you mean?', options };
}

/** The next such day, and the last one if it was a short time ago. A day that exists in no year stays impossible. */
function withoutYear(month: string, day: string, today: string): string[] {
  const year = yearOf(today);
  const all = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((more) => iso(String(year + more), month, day)).filter(isRealDate);
  const next = all.find((one) => one >= today);
  const last = all.findLast((one) => one < today && one >= moved(today, -recentDays));
  return [last, next].flatMap((one) => one ?? []);
}

function indexIn(names: readonly string[], word: string): number[] {
  const index = names.findIndex(
    (name) => word.length >= 3 && name.toLowerCase().startsWith(word === 'sept' ? 'sep' : word),
  );
  return index < 0 ? [] : [index];
}

function fullYear(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits.length === 2 ? `20${digits}` : digits;
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function slashed(day: string): string {
  return day.replaceAll('-', '/');
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function label(day: string, withYear: boolean): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${monthNames[(month ?? 1) - 1]} ${date}${withYear ? `, ${year}` : ''}`;
}
