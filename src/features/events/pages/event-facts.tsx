import { useEffect, useState } from 'react';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { eventTimeText, instantText, partsInZone, twelveHourText } from '#shared/dates.ts';
import { splitParagraphs } from '#shared/text.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { linkify } from '#ui/page/linkify.ts';
import { Icon } from '#ui/theme/icon.tsx';
import type { eventTexts } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import styles from './event.module.css';

type When = Pick<SocietyEvent, 'eventDate' | 'startsAt' | 'endDate' | 'endsAt' | 'isAllDay'>;
/** Some places know less of an event, and show less. */
type Facts = When & Pick<SocietyEvent, 'location'> & Partial<Pick<SocietyEvent, keyof typeof eventTexts>>;

/** When and where. */
export function EventFacts({ event }: { event: Facts }) {
  return (
    <ul className={styles.facts}>
      <li>
        <Icon name="calendar" />
        <span>
          <time dateTime={event.startsAt}>{eventTimeText(event)}</time>
          <TimeWhereYouAre event={event} />
        </span>
      </li>
      <li>
        <Icon name="place" />
        <span>
          <span {...languageAttributes(event.location)}>{event.location}</span>
          {event.address && (
            <a
              className={styles.address}
              href={mapLink(event.address)}
              rel="nofollow noopener"
              {...languageAttributes(event.address)}
            >
              {event.address}
            </a>
          )}
        </span>
      </li>
    </ul>
  );
}

export function EventDescription({ text }: { text: string }) {
  return splitParagraphs(text).map((paragraph, index) => (
    <p key={index} className={styles.text} {...languageAttributes(paragraph)}>
      <LinkedText text={paragraph} />
    </p>
  ));
}

/** Only a link: no map is loaded. */
function mapLink(address: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}

/** Only in the browser: the server does not know where someone is, and its page is the same for all. */
function TimeWhereYouAre({ event }: { event: When }) {
  const { timeZone } = usePageSettings();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(timeInVisitorsZone(event, timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone));
  }, [event, timeZone]);
  return text && ` (${text} where you are)`;
}

/** '1:30 PM', with its day where that is another one; null where the clocks of both zones show the same (F2). */
export function timeInVisitorsZone(
  { startsAt, isAllDay }: Pick<When, 'startsAt' | 'isAllDay'>,
  here: string,
  there: string,
): string | null {
  const at = Date.parse(startsAt);
  const [site, visitor] = [partsInZone(at, here), partsInZone(at, there)];
  if (isAllDay || JSON.stringify(site) === JSON.stringify(visitor)) return null;
  return site.day === visitor.day ? twelveHourText(visitor.hour, visitor.minute) : instantText(startsAt, there);
}

/** Why it was cancelled; nothing without a note. */
export function CancellationNote({ event: { cancelledAt, cancellationNote } }: { event: SocietyEvent }) {
  if (!cancelledAt || !cancellationNote) return null;
  return (
    <p className={styles.note} {...languageAttributes(cancellationNote)}>
      <LinkedText text={cancellationNote} />
    </p>
  );
}

/** A plain text whose addresses are links. */
function LinkedText({ text }: { text: string }) {
  return linkify(text).map((part, index) =>
    part.href ? (
      <a key={index} href={part.href} rel="nofollow noopener">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
