import { Fragment, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#ui/api.ts';
import { Link } from '#ui/link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { writtenIn } from '#ui/written-in.ts';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import styles from './event-preview.module.css';
import { listEventsOn } from './events-admin.client.ts';
import { beginsInEvening } from './previewed-event.ts';

type Props = {
  /** YYYY-MM-DD; another one needs another `key`. */
  day: string;
  /** The event that is written begins in the evening. */
  isEvening: boolean;
  /** The event that is written, null for a new one. */
  except: number | null;
};

/** What else is on that day; those of the same evening first. */
export function SameDay({ day, isEvening, except }: Props) {
  const api = useApi();
  const load = useCallback(() => listEventsOn(api, day), [api, day]);
  const { data, error } = useFetched(load, 'What else is on that day could not be loaded.');
  if (error) return <p className={styles.also}>{error}</p>;
  const others = (data ?? []).filter(({ id }) => id !== except);
  const sameEvening = others.filter((event) => isEvening && beginsInEvening(event, day));
  return (
    <>
      <Events label="The same evening" events={sameEvening} />
      <Events label="The same day" events={others.filter((event) => !sameEvening.includes(event))} />
    </>
  );
}

/** Each leads to its form, with the list below as it is. */
function Events({ label, events }: { label: string; events: SocietyEvent[] }) {
  const [params] = useSearchParams();
  if (events.length === 0) return null;
  const addressOf = (id: number) =>
    `${eventKind.adminPath}?${new URLSearchParams({ ...Object.fromEntries(params), edit: String(id) })}`;
  return (
    <p className={styles.also}>
      {label}:{' '}
      {events.map(({ id, title, cancelledAt }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link to={addressOf(id)} {...writtenIn(title)}>
            {title}
          </Link>
          {cancelledAt && ' (cancelled)'}
        </Fragment>
      ))}
    </p>
  );
}
