import { Fragment, type ReactNode, useId } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised, foundCountText } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { CardList } from '#ui/lists/card-list.tsx';
import { ClearSearch, ListTools } from '#ui/lists/list-tools.tsx';
import type { useSearchParam } from '#ui/lists/use-search-param.ts';
import type { useStateParam } from '#ui/lists/use-state-param.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Alert, ListHead } from '#ui/page/screen-parts.tsx';
import { countedHeading, type ItemListState } from './counted-heading.ts';
import styles from './list-filters.module.css';

type Search = ReturnType<typeof useSearchParam>;
type Choice = ReturnType<typeof useStateParam<string>>;

type Props<Entry> = {
  kind: Kind;
  list: ItemListState<Entry>;
  search: Search;
  choice: Choice;
  /** Shown as an alert above the cards. */
  problem: string | null;
  /** Shown while there is nothing to list. */
  empty: ReactNode;
  card: (entry: Entry) => ReactNode;
  /** Shown between the heading and the search. */
  children?: ReactNode;
};

export function ItemList<Entry extends { id: number }>(props: Props<Entry>) {
  const { kind, list, search, choice, problem, empty, card, children } = props;
  const { searched } = search;
  const { isNarrowed } = list;
  const found = list.total === null || list.loading ? '' : foundCountText(list.total, kind.noun, searched);
  return (
    <>
      <ListHead>{countedHeading(kind.label, list)}</ListHead>
      {children}
      <ListTools
        label={`Search ${capitalised(kind.name)}`}
        text={search.text}
        onType={search.setText}
        count={isNarrowed ? found : ''}
      >
        {(isNarrowed || list.total !== 0) && <ListFilters kind={kind} choice={choice} />}
      </ListTools>
      {problem && <Alert inSight>{problem}</Alert>}
      <CardList
        list={list}
        empty={isNarrowed ? <NoMatches what={kind.name} search={search} choice={choice} /> : empty}
        card={(entry) => <Fragment key={entry.id}>{card(entry)}</Fragment>}
      />
    </>
  );
}

function NoMatches({ what, search, choice }: { what: string; search: Search; choice: Choice }) {
  if (!search.searched)
    return (
      <EmptyState title={`No ${what} here`} message="Try another filter, or show all.">
        <Button variant="quiet" onClick={() => choice.choose('')}>
          Show all
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState title={`No matching ${what} found`} message="Try a different search term">
      <ClearSearch action="" onClear={() => search.setText('')} />
    </EmptyState>
  );
}

/** Which items the list shows. */
function ListFilters({ kind, choice }: { kind: Kind; choice: Choice }) {
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
