/** Reads a time of day as people write it: by a 24-hour clock unless it has 'am' or 'pm'. */
import type { Grouping, Typed } from '#ui/forms/input-mask.ts';
import { eventMessages } from '../event.ts';

/** `value` when there is one way to read what was typed, else what to ask. */
export type Reading =
  | { value: string }
  | { question: string; options: { label: string; value: string }[] }
  | { problem: string }
  | 'incomplete';

/** 900 is 9:00: there is no hour 90. */
export const timeDigits: Grouping = { sizes: [2, 2], separator: ':', most: 23 };

// bounded: what somebody types into a field
const numbers = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?(?::\d{2})?\s*([ap]m)?$/;

/** `value` is HH:MM. */
export function readTime(typed: string): Reading {
  const text = tidy(typed);
  if (!text) return 'incomplete';
  if (/^(12 ?)?(noon|midday)$/.test(text)) return { value: '12:00' };
  if (/^(12 ?)?midnight$/.test(text)) return midnight();
  if (/^\d{2}:\d$|^\d+[:.]$/.test(text)) return 'incomplete';
  const isOfClock = / ?o['’]?clock$/.test(text);
  const isHours = /\d ?(h|hrs?|hours)$/.test(text);
  const match = numbers.exec(text.replace(/ ?(o['’]?clock|h|hrs?|hours)$/, ''));
  if (!match) return { problem: eventMessages.unreadTime };
  const [, hour = '', minute, half] = match;
  if (half) return inHalf(Number(hour), Number(minute ?? 0), half === 'pm');
  if (isOfClock && Number(hour) >= 1 && Number(hour) <= 12) return whichHalf(Number(hour));
  if (minute === undefined && !isHours && !isOfClock) return 'incomplete';
  return ofDay(Number(hour), Number(minute ?? 0));
}

/** True for text with letters. In digits alone the field adds the colon. */
export function isTimeInWords({ text }: Typed): boolean {
  return /[a-z]/i.test(text);
}

function tidy(typed: string): string {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ').replace(/^at /, '');
  const named = text.replace(/(?<=\d ?)([ap])\.?( ?m\.?)?$/, '$1m');
  // The field added the colon after two digits; the 'pm' shows that it belongs after the first: 13:0pm.
  return named.replace(/^(\d)(\d):(\d) ?([ap]m)$/, '$1:$2$3$4');
}

function inHalf(hour: number, minute: number, isAfternoon: boolean): Reading {
  if (hour >= 1 && hour <= 12) return ofDay((hour % 12) + (isAfternoon ? 12 : 0), minute);
  return isAfternoon && hour > 12 ? ofDay(hour, minute) : { problem: eventMessages.impossibleTime };
}

function ofDay(hour: number, minute: number): Reading {
  if (hour > 23 || minute > 59) return { problem: eventMessages.impossibleTime };
  return { value: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
}

function whichHalf(hour: number): Reading {
  const value = (start: number) => `${String((hour % 12) + start).padStart(2, '0')}:00`;
  const options = [
    { label: `${hour}:00 AM`, value: value(0) },
    { label: `${hour}:00 PM`, value: value(12) },
  ];
  return { question: 'In the morning or in the afternoon?', options };
}

function midnight(): Reading {
  const options = [
    { label: '00:00, when the day begins', value: '00:00' },
    { label: '23:59, when the day ends', value: '23:59' },
  ];
  return { question: 'Which midnight do you mean?', options };
}
