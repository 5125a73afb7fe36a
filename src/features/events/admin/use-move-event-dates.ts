import { useEffect, useRef } from 'react';
import { dayMovedBetween } from '#features/items/moved-day.ts';
import { dayIfClear, valueOf } from '#shared/typed-date.ts';
import { type TypedMoment, typedMoment } from '../dates/typed-moment.ts';
import { readTypedTime } from '../dates/typed-time.ts';
import type { SocietyEvent } from '../event.schema.ts';
import type { SignupValues } from '../signup/signup-settings-values.ts';

type Typed = { date: string; endDate: string; endTime: string; time: string; signup: SignupValues };
type Form = { today: string; timeZone: string; copyOf?: SocietyEvent | null | undefined };

/**
 * `movedTo` changes the date together with everything at a fixed distance from it: the last day of an event of several days, and when sign-up
 * opens and closes. A sign-up that is already open stays open. A copy keeps the distances of its original. `movedAt` changes the time,
 * and an end on the same day with it.
 */
export function useMoveEventDates(
  { date, endDate, time, endTime, signup }: Typed,
  { today, timeZone, copyOf = null }: Form,
) {
  const last = useRef<string | null>(null);
  const lastTime = useRef<number | null>(null);
  useEffect(() => {
    last.current = dayIfClear(date) ?? last.current;
    lastTime.current = minutesOf(time) ?? lastTime.current;
  }, [date, time]);

  function movedAt(typed: string): Partial<Typed> {
    const [from, to, end] = [lastTime.current, minutesOf(typed), endDate.trim() ? null : minutesOf(endTime)];
    const moved = from === null || to === null || end === null ? null : end + to - from;
    return { time: typed, ...(moved !== null && moved >= 0 && moved < 1440 && { endTime: clockOf(moved) }) };
  }

  function movedTo(typed: string): Partial<Typed> {
    const to = dayIfClear(typed);
    const original = last.current === null ? copyOf : null;
    const from = last.current ?? original?.eventDate.slice(0, 10);
    if (!to || !from) return { date: typed };
    const moved = (day: string | null) => (day ? dayMovedBetween(day, from, to).replaceAll('-', '/') : null);
    const momentMoved = (moment: TypedMoment, instant: string | null | undefined, isFixed = false): TypedMoment => {
      const day = dayIfClear(moment.date || typedMoment(instant ?? null, timeZone).date);
      return { ...moment, date: (isFixed ? null : moved(day)) ?? moment.date };
    };
    const end = moved(dayIfClear(endDate) ?? lastDayOf(original));
    const opensOn = dayIfClear(signup.opens.date);
    const isOpen = !copyOf && opensOn !== null && opensOn <= today;
    const opens = momentMoved(signup.opens, original?.signupOpensAt, isOpen);
    const closes = momentMoved(signup.closes, original?.signupClosesAt);
    return { date: typed, ...(end && { endDate: end }), signup: { ...signup, opens, closes } };
  }

  return { movedTo, movedAt };
}

function minutesOf(time: string): number | null {
  const [hour, minute = 0] = valueOf(readTypedTime(time))?.split(':').map(Number) ?? [];
  return hour === undefined ? null : hour * 60 + minute;
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function lastDayOf(copyOf: SocietyEvent | null): string | null {
  const last = copyOf?.endDate?.slice(0, 10);
  return last && last !== copyOf?.eventDate.slice(0, 10) ? last : null;
}
