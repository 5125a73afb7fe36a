import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countItems } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import type { Sort, StateCounts } from '#features/items/listing.ts';
import type { ChosenOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useFetched } from '#ui/use-fetched.ts';

export type ListChoice = {
  /** Empty for all. */
  state: string;
  sort: Sort;
  choose: (name: 'state' | 'sort', value: string) => void;
  /** For the call that lists. Keeps its identity. */
  options: Pick<ChosenOptions, 'state' | 'sort'>;
};

/** The address holds which items a list shows and in which order, so that a reload and Back show them again. */
export function useListChoice(kind: Kind): ListChoice {
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

/** How many items are in each state: asked for again whenever `items` are fetched again. Null until it is known. */
export function useStateCounts(kind: Kind, items: readonly unknown[]): StateCounts | null {
  const api = useApi();
  const load = useCallback(() => countItems(api, kind), [api, kind]);
  // Without the numbers the filters work as well.
  const { data, reload } = useFetched(load, '');
  const nothingYet = useRef(items);
  const listed = useRef(items);
  useEffect(() => {
    if (items === listed.current) return;
    const isFirst = listed.current === nothingYet.current;
    listed.current = items;
    if (!isFirst) void reload();
  }, [items, reload]);
  return data;
}
