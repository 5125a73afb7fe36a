import { useCallback } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState, ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { listRegistrations } from '../registrations-admin.client.ts';
import { GuestsHead } from './guests-head.tsx';
import styles from './print-screen.module.css';

/** Who comes, by name, each with a box to tick on paper. */
export function PrintScreen({ event }: { event: SocietyEvent }) {
  const api = useApi();
  const load = useCallback(
    () => listRegistrations(api, event.id, { list: 'coming' }).then(({ items }) => items),
    [api, event.id],
  );
  const { data: guests, error, reload } = useFetched(load, registrationMessages.listFailed);
  return (
    <div className={styles.screen}>
      <GuestsHead title="Guest list" event={event}>
        <Button variant="quiet" disabled={!guests?.length} onClick={() => window.print()}>
          Print
        </Button>
      </GuestsHead>
      {error && <ErrorState message={error} retryLabel="Retry" onRetry={() => void reload()} />}
      {!guests && !error && <Spinner />}
      {guests?.length === 0 && <EmptyState title="No guests yet" />}
      {guests && guests.length > 0 && <GuestTable guests={guests} location={event.location} />}
    </div>
  );
}

function GuestTable({ guests, location }: { guests: Registration[]; location: string }) {
  const places = guests.reduce((sum, guest) => sum + guest.places, 0);
  return (
    <>
      <p className={styles.where}>
        <bdi>{location}</bdi> · {countOf(guests.length, 'guest')}, {countOf(places, 'place')}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Here</th>
            <th scope="col">Name</th>
            <th scope="col" className={styles.number}>
              Places
            </th>
          </tr>
        </thead>
        <tbody>
          {guests.map(({ id, name, places: count, presentAt, answers }) => (
            <tr key={id}>
              <td>
                <span className={styles.box} data-ticked={presentAt !== null || undefined} aria-hidden="true" />
                <span className="sr-only">{presentAt ? 'Yes' : 'No'}</span>
              </td>
              <td>
                <bdi>{name}</bdi>
                {answers.map(
                  ({ question, answer }) =>
                    answer && (
                      <p key={question} className={`tiny ${styles.answer}`}>
                        <bdi>{question}</bdi> <bdi>{answer}</bdi>
                      </p>
                    ),
                )}
              </td>
              <td className={styles.number}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
