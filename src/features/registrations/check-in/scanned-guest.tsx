import { useEffect, useId, useRef } from 'react';
import { pluralise } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { ActionRow, Alert } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { GuestAnswers } from '../admin/guest-row.tsx';
import { guestName } from '../admin/guest-texts.ts';
import type { Registration } from '../registration.schema.ts';
import { guestsPath } from '../registrations-admin.client.ts';
import styles from './check-in.module.css';
import { checkInText } from './guest-to-tap.tsx';
import type { CheckInGuest } from './use-check-in.ts';

type Props = {
  eventId: number;
  id: number;
  /** As the list has them; null for someone without a place. */
  guest: CheckInGuest | null;
  onTap: (id: number, isPresent: boolean) => void;
  onClose: () => void;
};

/** The guest whose code was scanned. Without a network it shows what the list knows. */
export function ScannedGuest({ eventId, id, guest, onTap, onClose }: Props) {
  const path = `${guestsPath(eventId)}/${id}`;
  const { data, error } = useFetchedCall<Registration>(path, 'This guest could not be looked up.');
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isKnown = guest !== null || data !== null || error !== null;
  useEffect(() => {
    if (isKnown) heading.current?.focus();
  }, [isKnown]);

  return (
    <section className={styles.scanned} aria-labelledby={title}>
      {!isKnown && <Spinner />}
      <h2 ref={heading} id={title} className={styles.scannedName} tabIndex={-1}>
        <bdi>{guest?.name ?? (data ? guestName(data) : 'Scanned guest')}</bdi>
      </h2>
      {guest ? (
        <>
          <p>{pluralise(guest.places, 'place')}</p>
          <GuestAnswers answers={data?.answers ?? []} />
          <p role="status" className="notable">
            {checkInText(guest)}
          </p>
        </>
      ) : (
        isKnown && <Alert>{data ? withoutPlace(data) : error}</Alert>
      )}
      <ActionRow below>
        {/* One button: it keeps the focus. */}
        {guest && (
          <Button
            variant={guest.presentAt === null ? 'primary' : 'quiet'}
            // The second tap of a double tap would undo the first.
            onClick={(event) => event.detail <= 1 && onTap(id, guest.presentAt === null)}
          >
            {guest.presentAt === null ? 'Here' : 'Undo'}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </ActionRow>
    </section>
  );
}

function withoutPlace({ state, cancelledBy }: Registration): string {
  if (state === 'waiting') return 'On the waiting list: no place yet.';
  if (state === 'pending') return 'Not confirmed yet: no place.';
  if (state === 'confirmed') return 'Has a place. The list is being updated.';
  return cancelledBy === 'organiser' ? 'Was taken off the list.' : 'Has given the place back.';
}
