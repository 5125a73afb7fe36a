import { useRef } from 'react';
import { clockTimeText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import styles from './check-in.module.css';
import type { CheckInGuest } from './use-check-in.ts';

/** A row as high as a thumb. A second tap changes nothing: 'Undo' is beside it. */
export function GuestToTap({ guest, onTap }: { guest: CheckInGuest; onTap: (id: number, isPresent: boolean) => void }) {
  const { id, name, email, places, presentAt, isSent } = guest;
  const isHere = presentAt !== null;
  const row = useRef<HTMLButtonElement>(null);

  function come() {
    if (isHere) return;
    onTap(id, true);
  }

  function undo() {
    // The button disappears.
    row.current?.focus();
    onTap(id, false);
  }

  return (
    <li className={`box ${styles.row}`} data-here={isHere || undefined}>
      <button ref={row} type="button" className={styles.guest} aria-pressed={isHere} onClick={come}>
        <span className={styles.mark} aria-hidden="true" />
        <bdi className={styles.name}>{name}</bdi>
        <span className="tiny">
          {places > 1 && `${pluralise(places, 'place')} · `}
          <bdi>{email}</bdi>
        </span>
        <span className={`notable ${styles.state}`}>{checkInText({ presentAt, isSent })}</span>
      </button>
      {isHere && (
        <button
          type="button"
          className={`notable ${styles.undo}`}
          aria-label={`Undo: ${name} is not here`}
          onClick={undo}
        >
          Undo
        </button>
      )}
    </li>
  );
}

/** 'Here since 6:31 PM · not sent yet' */
export function checkInText({ presentAt, isSent }: Pick<CheckInGuest, 'presentAt' | 'isSent'>): string {
  const since = presentAt && `Here since ${clockTimeText(presentAt)}`;
  return [since, !isSent && 'not sent yet'].filter(Boolean).join(' · ');
}
