import { type ReactNode, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import styles from './selection.module.css';

export type Selection<T> = ReturnType<typeof useSelection<T>>;

/** Which of the listed things are marked; what is not listed any more is not marked either. */
export function useSelection<T>(items: readonly T[], keyOf: (item: T) => string | number) {
  const [keys, setKeys] = useState<ReadonlySet<string | number> | null>(null);
  const marked = keys ? items.filter((item) => keys.has(keyOf(item))) : [];

  return {
    isOn: keys !== null,
    marked,
    has: (item: T) => keys?.has(keyOf(item)) ?? false,
    start: () => setKeys(new Set()),
    stop: () => setKeys(null),
    markAll: () => setKeys(new Set(items.map(keyOf))),
    toggle: (item: T) =>
      setKeys((now) => {
        const next = new Set(now);
        if (!next.delete(keyOf(item))) next.add(keyOf(item));
        return next;
      }),
  };
}

type MarkProps<T> = { selection: Selection<T>; item: T; title: string; children: ReactNode };

/** While things are being marked, a press anywhere on a card marks it; what else the card can do waits. */
export function Markable<T>({ selection, item, title, children }: MarkProps<T>) {
  if (!selection.isOn) return children;
  return (
    <div className={styles.markable} data-marked={selection.has(item) || undefined}>
      <div className={styles.still} inert>
        {children}
      </div>
      <label className={styles.cover}>
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={selection.has(item)}
          onChange={() => selection.toggle(item)}
        />
      </label>
    </div>
  );
}

type BarProps<T> = { selection: Selection<T>; count: number; children: ReactNode };

/** Stays in sight below the list: how many are marked, and what can be done with them. */
export function SelectionBar<T>({ selection, count, children }: BarProps<T>) {
  const { marked } = selection;
  return (
    <div className={`line ${styles.bar}`} role="group" aria-label="Selected">
      <p className={styles.count} role="status">
        {marked.length.toLocaleString('en-US')} selected
      </p>
      {marked.length < count && (
        <Button size="small" variant="quiet" onClick={selection.markAll}>
          Select all shown
        </Button>
      )}
      {children}
      <Button size="small" variant="quiet" onClick={selection.stop}>
        Done
      </Button>
    </div>
  );
}
