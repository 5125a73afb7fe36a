import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CardGrid } from './item-card.tsx';
import { Actions } from './screen.tsx';
import { Spinner } from './spinner.tsx';
import { ErrorState } from './states.tsx';
import type { ListState } from './use-list.ts';

type Props<T> = { list: ListState<T>; empty: ReactNode; card: (item: T) => ReactNode };

/** The four states of an administrator's list; what is already there stays while it is fetched again. */
export function ListView<T>({ list, empty, card }: Props<T>) {
  if (list.error) return <ErrorState message={list.error} onRetry={() => void list.reload()} retryLabel="Retry" />;
  if (list.items.length === 0) return list.loading ? <Spinner /> : empty;
  return (
    <>
      <CardGrid>{list.items.map(card)}</CardGrid>
      {list.hasMore && (
        <Actions>
          <Button look="quiet" disabled={list.loading} onClick={() => void list.loadMore()}>
            {list.loading ? 'Loading...' : 'Show more'}
          </Button>
        </Actions>
      )}
    </>
  );
}
