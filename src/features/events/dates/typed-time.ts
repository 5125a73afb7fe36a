/** Reads a time of the form: HH:MM or HH by a 24-hour clock, or with 'am' or 'pm'. */
import type { Reading } from '#shared/typed-date.ts';
import type { Typed } from '#ui/forms/input-mask.ts';
import { eventMessages } from '../event.ts';

/** `value` is HH:MM. */
export function readTypedTime(typed: string): Reading {
  const text = typed.trim().toLowerCase();
  if (/^\d?$|^\d{0,2}:\d?$|^\d{1,2}(:\d{2})? ?[ap]$/.test(text)) return 'incomplete';
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/.exec(text) ?? [];
  if (!hour) return { problem: eventMessages.unreadTime };
  return half ? inHalf(Number(hour), minute, half === 'pm') : ofDay(hour, minute);
}

/** True for text with letters. In digits only, the field adds the colon. */
export function hasLetters({ text }: Typed): boolean {
  return /[a-z]/i.test(text);
}

function inHalf(hour: number, minute: string, isAfternoon: boolean): Reading {
  if (hour < 1 || hour > 12) return { problem: eventMessages.impossibleTime };
  return ofDay(String((hour % 12) + (isAfternoon ? 12 : 0)), minute);
}

function ofDay(hour: string, minute: string): Reading {
  if (Number(hour) > 23 || Number(minute) > 59) return { problem: eventMessages.impossibleTime };
  return { value: `${hour.padStart(2, '0')}:${minute}` };
}
