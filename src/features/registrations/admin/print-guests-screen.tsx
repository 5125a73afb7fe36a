import type { SocietyEvent } from '#features/events/event.schema.ts';
import { pluralise } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import type { Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { guestsPath } from '../registrations-admin.client.ts';
import { GuestAnswers } from './guest-row.tsx';
import { guestName } from './guest-texts.ts';
import { GuestsHead } from './guests-head.tsx';
import styles from './print-guests-screen.module.css';

/** The guests by name, each with a box to tick on paper. */
export function PrintGuestsScreen({ event }: { event: SocietyEvent }) {
  const path = `${guestsPath(event.id)}?list=coming`;
  const guests = useFetchedCall<Registration[]>(path, registrationMessages.listFailed);
  return (
    <div className={styles.screen}>
      <GuestsHead title="Guest list" event={event}>
        <Button variant="quiet" disabled={!guests.data?.length} onClick={() => window.print()}>
          Print
        </Button>
      </GuestsHead>
      <Fetched of={guests}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No guests yet" />
          ) : (
            <GuestTable guests={all} location={event.location} />
          )
        }
      </Fetched>
    </div>
  );
}

function GuestTable({ guests, location }: { guests: Registration[]; location: string }) {
  const places = guests.reduce((sum, guest) => sum + guest.places, 0);
  return (
    <>
      <p className={`muted ${styles.where}`}>
        <bdi>{location}</bdi> · {pluralise(guests.length, 'guest')}, {pluralise(places, 'place')}. Tick who came.
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
          {guests.map(({ id, places: count, presentAt, answers, ...guest }) => (
            <tr key={id}>
              <td>
                <span className={styles.box} data-ticked={presentAt !== null || undefined} aria-hidden="true" />
                <span className="sr-only">{presentAt ? 'Yes' : 'No'}</span>
              </td>
              <td>
                <bdi>{guestName(guest)}</bdi>
                <GuestAnswers answers={answers} className={`tiny ${styles.answer}`} />
              </td>
              <td className={styles.number}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
