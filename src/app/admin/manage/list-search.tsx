import { Button } from '#ui/forms/button.tsx';
import { ListTools } from '#ui/lists/list-tools.tsx';
import type { useSearchParam } from '#ui/lists/use-search-param.ts';
import { focusSearch } from '#ui/page/focus.ts';
import { EmptyState } from '#ui/page/states.tsx';

type Search = ReturnType<typeof useSearchParam>;

/** Above a list of cards; `found` says how many there are once the search has been answered. */
export function ListSearch({ label, search, found }: { label: string; search: Search; found: string | null }) {
  return (
    <ListTools label={label} text={search.text} onType={search.setText} count={search.searched && (found ?? '')} />
  );
}

export function NoMatches({ what, search }: { what: string; search: Search }) {
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

/** 'Articles (27)' is all there are: no number while nobody knows it, or while only some are listed. */
export function countedHeading(title: string, { total }: { total: number | null }, searched = ''): string {
  return total === null || searched ? title : `${title} (${total})`;
}
