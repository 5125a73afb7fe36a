import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Kind } from '#features/items/kind.ts';
import type { ChosenOptions } from '#shared/calls/api-client.ts';

export type ListFilterState = {
  /** Empty for all. */
  state: string;
  choose: (state: string) => void;
  /** For the call that lists. Keeps its identity. */
  options: Pick<ChosenOptions, 'state'>;
};

/** The address holds which items a list shows, so that a reload and Back show them again. */
export function useListFilters({ states }: Kind): ListFilterState {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('state') ?? '';
  const state = Object.hasOwn(states, inAddress) ? inAddress : '';

  function choose(chosen: string) {
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (chosen) next.set('state', chosen);
        else next.delete('state');
        return next;
      },
      { preventScrollReset: true },
    );
  }

  const options = useMemo(() => (state ? { state } : {}), [state]);
  return { state, choose, options };
}
