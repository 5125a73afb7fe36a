import { useState } from 'react';
import { containsFolded } from '#shared/fold-text.ts';
import { pluralise } from '#shared/text.ts';
import { SearchField } from '#ui/lists/search-field.tsx';
import { EmptyState, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Notice, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { GuestsHead, GuestsNav } from '../admin/guests-head.tsx';
import styles from './check-in.module.css';
import { GuestToTap } from './guest-to-tap.tsx';
import { ScannedGuest } from './scanned-guest.tsx';
import { type CheckInGuest, useCheckIn } from './use-check-in.ts';

/** Check-in at the door: a tap for each guest who arrives. Key it by the event. */
export function CheckInScreen({ eventId }: { eventId: number }) {
  const { event, guests, unsent, problem, reload, tap } = useCheckIn(eventId);
  const scanned = useScanned();

  if (!event || !guests)
    return (
      <>
        <ScreenHead title="Check-in" />
        <GuestsNav eventId={eventId} />
        {problem ? <ErrorState message={problem} retryLabel="Retry" onRetry={() => void reload()} /> : <Spinner />}
      </>
    );
  return (
    <>
      <GuestsHead title="Check-in" event={event} />
      <div className={styles.screen}>
        {scanned.id !== null && (
          <ScannedGuest
            key={scanned.id}
            eventId={eventId}
            id={scanned.id}
            guest={guests.find(({ id }) => id === scanned.id) ?? null}
            onTap={tap}
            onClose={scanned.close}
          />
        )}
        <Connection problem={problem} unsent={unsent} />
        {guests.length === 0 ? <EmptyState title="No guests yet" /> : <GuestsToTap guests={guests} onTap={tap} />}
      </div>
    </>
  );
}

/** The guest whose code was scanned: `?guest=7`. */
function useScanned() {
  const [params, setParams] = useSearchParams();
  const id = /^[1-9]\d{0,14}$/.exec(params.get('guest') ?? '')?.[0] ?? null;
  return {
    id: id === null ? null : Number(id),
    close: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}

/** On the page from the start: screen readers skip a live region that arrives with its text. */
function Connection({ problem, unsent }: { problem: string | null; unsent: number }) {
  const isWaiting = problem !== null || unsent > 0;
  return (
    <div className={styles.connection} role="status">
      {isWaiting && (
        <Notice isWarning={problem !== null}>
          <p>
            {problem && `${problem} `}
            {unsent > 0 ? `${pluralise(unsent, 'tap')} not sent yet.` : 'The list may be out of date.'}
            {problem && ' Go on tapping, and leave this page open: taps are sent when the connection is back.'}
          </p>
        </Notice>
      )}
    </div>
  );
}

function GuestsToTap({ guests, onTap }: { guests: CheckInGuest[]; onTap: (id: number, isPresent: boolean) => void }) {
  const [text, setText] = useState('');
  const shown = guests.filter(({ name, email }) => containsFolded(`${name} ${email}`, text));
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.count} role="status">
          {hereText(guests)}
        </p>
        <search>
          <form onSubmit={(event) => event.preventDefault()}>
            <SearchField label="Search names and addresses" value={text} onChange={setText} />
          </form>
        </search>
      </div>
      {shown.length === 0 && <EmptyState title="No matches" message="No guests match." />}
      <ul className={styles.guests} aria-label="Guests">
        {shown.map((guest) => (
          <GuestToTap key={guest.id} guest={guest} onTap={onTap} />
        ))}
      </ul>
    </>
  );
}

/** '8 of 12 here', and the places where someone has more than one. */
function hereText(guests: CheckInGuest[]): string {
  const here = guests.filter(({ presentAt }) => presentAt !== null);
  const sum = (list: CheckInGuest[]) => list.reduce((places, guest) => places + guest.places, 0);
  const people = `${here.length} of ${guests.length} here`;
  return sum(guests) === guests.length ? people : `${people} · ${sum(here)} of ${pluralise(sum(guests), 'place')}`;
}
