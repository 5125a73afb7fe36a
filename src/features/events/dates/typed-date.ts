/** Reads a day of the form: YYYY/MM/DD, or with dashes. */
import type { Typed } from '#ui/forms/input-mask.ts';
import { eventMessages } from '../event.ts';
import { dateProblem } from './event-date-validation.ts';
import type { Reading } from './typed-time.ts';

const unfinished = /^(\d{0,4}|\d{4}([/-]\d{0,2}){1,2})$/;

/** `value` is YYYY/MM/DD. */
export function readTypedDate(typed: string): Reading {
  const text = typed.trim();
  if (!/^\d{4}([/-])\d{2}\1\d{2}$/.test(text))
    return unfinished.test(text) ? 'incomplete' : { problem: eventMessages.unreadDate };
  const problem = dateProblem(text);
  return problem ? { problem } : { value: text.replaceAll('-', '/') };
}

/** The day as YYYY-MM-DD where it is clear, else null. */
export function dayIfClear(date: string): string | null {
  const reading = readTypedDate(date);
  return typeof reading === 'object' && 'value' in reading ? reading.value.replaceAll('/', '-') : null;
}

/** True for pasted text with words, which stays as it is to be corrected. Otherwise the field keeps digits and adds slashes. */
export function isDateInWords({ text }: Typed): boolean {
  return /[a-z]{3}/i.test(text);
}
