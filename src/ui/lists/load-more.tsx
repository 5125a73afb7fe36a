import { Button } from '#ui/forms/button.tsx';
import { ActionRow } from '#ui/page/screen-parts.tsx';
import type { ListState } from './use-list.ts';

/** Below a list: its next page, or another try after a failure. */
export function LoadMore({ list, onMore = list.loadMore }: { list: ListState<unknown>; onMore?: () => unknown }) {
  const { loading, error, hasMore } = list;
  if (!hasMore && !error) return null;
  return (
    <ActionRow centred>
      <Button
        variant="quiet"
        aria-disabled={loading}
        onClick={() => void (loading || (error ? list.reload() : onMore()))}
      >
        {loading ? 'Loading...' : error ? 'Retry' : 'Load more'}
      </Button>
    </ActionRow>
  );
}
