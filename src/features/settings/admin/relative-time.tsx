import { useEffect, useState } from 'react';
import { instantText } from '#shared/dates.ts';
import { relativeTime } from '#shared/instants.ts';
import { useSettings } from './use-settings.ts';

/** '3 hours ago', with the exact time beside it or on hover; beyond a month only the exact time. */
export function RelativeTime({ at, exact }: { at: string; exact?: boolean }) {
  const absolute = instantText(at, useSettings().timeZone);
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
