import { useMemo } from 'react';
import type { Kind } from '#features/items/kind.ts';
import type { ChosenOptions } from '#shared/calls/api-client.ts';
import { useStateParam } from '#ui/lists/use-state-param.ts';

export type StateFilter = {
  /** Empty for all. */
  state: string;
  choose: (state: string) => void;
  /** For the call that lists. Keeps its identity. */
  options: Pick<ChosenOptions, 'state'>;
};

export function useStateFilter({ states }: Kind): StateFilter {
  const { state, choose } = useStateParam(Object.keys(states));
  const options = useMemo(() => (state ? { state } : {}), [state]);
  return { state, choose, options };
}
