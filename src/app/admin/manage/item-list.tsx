import type { ReactNode } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised, foundText } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { ListTools } from '#ui/lists/list-tools.tsx';
import { ListView } from '#ui/lists/list-view.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import type { useSearchParam } from '#ui/lists/use-search-param.ts';
import { focusSearch } from '#ui/page/focus.ts';
import { Alert, ListHead } from '#ui/page/screen.tsx';
import { EmptyState } from '#ui/page/states.tsx';

type Search = ReturnType<typeof useSearchParam>;

type Props<Entry> = {
  kind: Kind;
  heading: string;
  list: ListState<Entry>;
  search: Search;
  /** Shown as an alert above the cards. */
  problem: string | null;
  /** Shown while there is nothing to list. */
  empty: ReactNode;
  card: (entry: Entry) => ReactNode;
  /** Shown between the heading and the search. */
  children?: ReactNode;
};

export function ItemList<Entry>({ kind, heading, list, search, problem, empty, card, children }: Props<Entry>) {
  const { searched } = search;
  const found = list.total === null || list.loading ? '' : foundText(list.total, kind.noun, searched);
  return (
    <>
      <ListHead>{countedHeading(heading, list, searched)}</ListHead>
      {children}
      <ListTools
        label={`Search ${capitalised(kind.name)}`}
        text={search.text}
        onType={search.setText}
        count={searched && found}
      />
      {problem && <Alert inSight>{problem}</Alert>}
      <ListView list={list} empty={searched ? <NoMatches what={kind.name} search={search} /> : empty} card={card} />
    </>
  );
}

function NoMatches({ what, search }: { what: string; search: Search }) {
  return (
    <EmptyState title={`No matching ${what} found`} message="Try a different search term">
      <Button
        variant="quiet"
        onClick={() => {
          search.setText('');
          focusSearch();
        }}
      >
        Clear Search
      </Button>
    </EmptyState>
  );
}

/** 'Articles (27)'. No number while it is unknown, or while a search lists only some. */
export function countedHeading(title: string, { total }: { total: number | null }, searched = ''): string {
  return total === null || searched ? title : `${title} (${total})`;
}
