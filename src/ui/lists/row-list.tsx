import type { ReactNode } from 'react';
import { Alert } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { LoadMore } from './load-more.tsx';
import { Rows } from './rows.tsx';
import type { ListState } from './use-list.ts';

type Props<T> = { list: ListState<T>; label: string; empty?: ReactNode; row: (item: T) => ReactNode };

/** The states of a list in rows. What is loaded stays while it is fetched again. */
export function RowList<T>({ list, label, empty, row }: Props<T>) {
  const { items, error, loading } = list;
  return (
    <>
      {items.length === 0 && loading && <Spinner />}
      {items.length === 0 && !loading && !error && empty}
      {items.length > 0 && <Rows label={label}>{items.map(row)}</Rows>}
      {error && <Alert>{error}</Alert>}
      <LoadMore list={list} />
    </>
  );
}
