import { useEffect, useState } from 'react';
import { instantText } from '#shared/dates.ts';
import { relativeTime } from '#shared/instants.ts';

type Props = { at: string; timeZone: string; exact?: boolean };

/** '3 hours ago', the exact time beside it or on hovering; beyond a month the exact time alone. */
export function RelativeTime({ at, timeZone, exact }: Props) {
  const absolute = instantText(at, timeZone);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const relative = relativeTime(at, now);
  return (
    <time dateTime={at} title={absolute}>
      {relative && exact ? `${relative} · ${absolute}` : (relative ?? absolute)}
    </time>
  );
}
