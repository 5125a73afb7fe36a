import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Kind } from '#features/items/kind.ts';
import type { Sort } from '#features/items/listing.ts';
import type { ChosenOptions } from '#shared/calls/api-client.ts';

export type ListFilterState = {
  /** Empty for all. */
  state: string;
  sort: Sort;
  choose: (name: 'state' | 'sort', value: string) => void;
  /** For the call that lists. Keeps its identity. */
  options: Pick<ChosenOptions, 'state' | 'sort'>;
};

/** The address holds which items a list shows and in which order, so that a reload and Back show them again. */
export function useListFilters(kind: Kind): ListFilterState {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('state') ?? '';
  const state = Object.hasOwn(kind.states, inAddress) ? inAddress : '';
  const usual = kind.sorts[0];
  const sort = kind.sorts.find((one) => one === params.get('sort')) ?? usual;

  function choose(name: 'state' | 'sort', value: string) {
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value && value !== usual) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  }

  const options = useMemo(() => ({ ...(state && { state }), ...(sort !== usual && { sort }) }), [state, sort, usual]);
  return { state, sort, choose, options };
}
