import { useEffect, useState } from 'react';
import { useSettings } from '#features/settings/pages/site.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { timeElsewhere } from './time-elsewhere.ts';

/** Only in the browser: the server does not know where somebody is, and its page is the same for all. */
export function TimeWhereYouAre({ event }: { event: SocietyEvent }) {
  const { timeZone } = useSettings();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(timeElsewhere(event, timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone));
  }, [event, timeZone]);
  return text && ` (${text} where you are)`;
}
