import { localInstantText } from '#shared/instants.ts';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import type { BinEntry } from '../bin.schema.ts';
import styles from './bin-row.module.css';
import { daysLeftText } from './days-left.ts';

type Props = {
  entry: BinEntry;
  /** The label of its kind: 'Article'. */
  label: string;
  now: Date;
  isBusy: boolean;
  onRestore: () => void;
  onDelete: () => void;
};

export function BinRow({ entry, label, now, isBusy, onRestore, onDelete }: Props) {
  const { title, deletedAt, deletedBy, purgeAt } = entry;
  return (
    <article className={`line box ${styles.row}`}>
      <div className={styles.words}>
        <StatusBadge tone="quiet">{label}</StatusBadge>
        <h2 className={styles.title} {...languageAttributes(title)}>
          {title || 'Untitled'}
        </h2>
        <p className="small">
          Deleted {localInstantText(deletedAt)}
          {deletedBy && ` by ${deletedBy}`} · <span className={styles.left}>{daysLeftText(purgeAt, now)}</span>
        </p>
      </div>
      <div className="row">
        <Button size="small" variant="quiet" aria-label={`Restore ${title}`} aria-disabled={isBusy} onClick={onRestore}>
          Restore
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={`Delete permanently: ${title}`}
          aria-disabled={isBusy}
          onClick={onDelete}
        >
          Delete permanently
        </Button>
      </div>
    </article>
  );
}
