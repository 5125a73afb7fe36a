import { useEffect, useRef } from 'react';
import { clearDay } from '../dates/event-end.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { movedDay } from '../event-times.ts';

type Typed = { date: string; endDate: string };

/**
 * The date as it is typed, with the last day of an event of several days, which keeps its distance to the first. A copy has the
 * distance of its original.
 */
export function useMovingEnd({ date, endDate }: Typed, today: string, copyOf: SocietyEvent | null = null) {
  const last = useRef<string | null>(null);
  useEffect(() => {
    last.current = clearDay(date, today) ?? last.current;
  }, [date, today]);

  return (typed: string): Partial<Typed> => {
    const to = clearDay(typed, today);
    const from = last.current ?? copyOf?.eventDate.slice(0, 10);
    const end = clearDay(endDate, today) ?? (last.current === null ? lastDayOf(copyOf) : null);
    return { date: typed, ...(to && from && end && { endDate: movedDay(end, from, to).replaceAll('-', '/') }) };
  };
}

function lastDayOf(copyOf: SocietyEvent | null): string | null {
  const last = copyOf?.endDate?.slice(0, 10);
  return last && last !== copyOf?.eventDate.slice(0, 10) ? last : null;
}
