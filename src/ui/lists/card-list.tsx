import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Alert } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ItemCardGrid } from './item-card.tsx';
import { LoadMore } from './load-more.tsx';
import type { ListState } from './use-list.ts';

type Props<T> = { list: ListState<T>; empty: ReactNode; card: (item: T) => ReactNode; rows?: boolean };

/** The four states of an administrator's list. What is loaded stays while it is fetched again. */
export function CardList<T>({ list, empty, card, rows = false }: Props<T>) {
  const { items, error, loading } = list;
  const { grid, onFocus, goOnAt } = useKeptFocus(items);
  if (items.length === 0) {
    if (error) return <ErrorState message={error} onRetry={() => void list.reload()} retryLabel="Retry" />;
    return loading ? <Spinner /> : empty;
  }

  function loadMore() {
    goOnAt(items.length);
    return list.loadMore();
  }

  return (
    <>
      <ItemCardGrid ref={grid} isBusy={loading} rows={rows} onFocus={onFocus}>
        {items.map(card)}
      </ItemCardGrid>
      {error && <Alert>{error}</Alert>}
      <LoadMore list={list} onMore={loadMore} />
    </>
  );
}

/** Moves the focus to the next card after a deletion, and to the first new card after loading more. */
function useKeptFocus(items: unknown[]) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = useRef<{ element: Element; at: number } | null>(null);
  const wanted = useRef<number | null>(null);

  useEffect(() => {
    const last = focused.current;
    const isLost = last !== null && !last.element.isConnected && document.activeElement === document.body;
    const at = isLost ? last.at : wanted.current;
    if (at === null || (!isLost && at >= items.length)) return;
    wanted.current = null;
    const cards = grid.current?.children;
    const card = cards?.[Math.min(at, cards.length - 1)];
    if (card) card.querySelector('button')?.focus();
    else focusHeading();
  }, [items]);

  function onFocus({ target }: FocusEvent) {
    const cards = [...(grid.current?.children ?? [])];
    focused.current = { element: target, at: cards.findIndex((card) => card.contains(target)) };
  }

  return {
    grid,
    onFocus,
    goOnAt: (index: number) => {
      wanted.current = index;
    },
  };
}
