import { LinkedText } from '#ui/page/linked-text.tsx';
import { writtenIn } from '#ui/written-in.ts';
import type { SocietyEvent } from '../event.schema.ts';
import styles from './event.module.css';

/** Why it does not take place; nothing where nobody has said so. */
export function CancellationNote({ event: { cancelledAt, cancellationNote } }: { event: SocietyEvent }) {
  if (!cancelledAt || !cancellationNote) return null;
  return (
    <p className={styles.note} {...writtenIn(cancellationNote)}>
      <LinkedText text={cancellationNote} />
    </p>
  );
}
