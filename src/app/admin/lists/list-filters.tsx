import { useId } from 'react';
import type { Kind } from '#features/items/kind.ts';
import styles from './list-filters.module.css';
import type { ListFilterState } from './use-list-filters.ts';

/** Which items the list shows. */
export function ListFilters({ kind, choice }: { kind: Kind; choice: ListFilterState }) {
  const id = useId();
  const states = [['', 'All'] as const, ...Object.entries(kind.states)];
  return (
    <div className={`row ${styles.states}`} role="radiogroup" aria-label="Show">
      {states.map(([state, label]) => (
        <label key={state} className={styles.state}>
          <input type="radio" name={id} checked={state === choice.state} onChange={() => choice.choose(state)} />
          {label}
        </label>
      ))}
    </div>
  );
}
