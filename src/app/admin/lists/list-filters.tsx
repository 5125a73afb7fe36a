import { type ReactNode, useId } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { type StateCounts, sortLabels } from '#features/items/listing.ts';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './list-filters.module.css';
import type { ListChoice } from './use-list-choice.ts';

type Props = {
  kind: Kind;
  choice: ListChoice;
  counts: StateCounts | null;
  /** Before the order. */
  children?: ReactNode;
};

/** Which items the list shows, with how many there are, and their order. */
export function ListFilters({ kind, choice, counts, children }: Props) {
  const id = useId();
  const states = [['', 'All'] as const, ...Object.entries(kind.states)];
  return (
    <div className={styles.row}>
      <StateChoice
        states={states}
        value={choice.state}
        counts={counts}
        onChoose={(value) => choice.choose('state', value)}
      />
      <span className={styles.sort}>
        {children}
        <label htmlFor={id}>Sort</label>
        <span className={styles.select}>
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

type StateChoiceProps = {
  /** The first shows all. */
  states: readonly (readonly [value: string, label: string])[];
  value: string;
  counts?: StateCounts | null;
  onChoose: (value: string) => void;
};

export function StateChoice({ states, value, counts = null, onChoose }: StateChoiceProps) {
  const id = useId();
  return (
    <div className={styles.states} role="radiogroup" aria-label="Show">
      {states.map(([state, label]) => (
        <label key={state} className={styles.state}>
          <input type="radio" name={id} checked={state === value} onChange={() => onChoose(state)} />
          {label}
          {counts && <span className={styles.count}> {counts[state || 'all']?.toLocaleString('en-US')}</span>}
        </label>
      ))}
    </div>
  );
}
