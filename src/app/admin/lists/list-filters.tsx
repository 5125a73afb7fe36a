import { useId } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { sortLabels } from '#features/items/listing.ts';
import field from '#ui/forms/field.module.css';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './list-filters.module.css';
import type { ListFilterState } from './use-list-filters.ts';

/** Which items the list shows, and their order. */
export function ListFilters({ kind, choice }: { kind: Kind; choice: ListFilterState }) {
  const id = useId();
  const states = [['', 'All'] as const, ...Object.entries(kind.states)];
  return (
    <div className={`line ${styles.row}`}>
      <div className="row" role="radiogroup" aria-label="Show">
        {states.map(([state, label]) => (
          <label key={state} className={styles.state}>
            <input
              type="radio"
              name={`${id}-states`}
              checked={state === choice.state}
              onChange={() => choice.choose('state', state)}
            />
            {label}
          </label>
        ))}
      </div>
      <span className={`small ${styles.sort}`}>
        <label htmlFor={id}>Sort</label>
        <span className={field.select}>
          <select id={id} value={choice.sort} onChange={(event) => choice.choose('sort', event.target.value)}>
            {kind.sorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortLabels[sort]}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={18} />
        </span>
      </span>
    </div>
  );
}
