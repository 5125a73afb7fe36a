import { useSearchParams, withParam } from '#ui/router/use-search-params.ts';

/** The `state` of the URL, which says what a list shows: a reload and Back show it again. Empty for all. */
export function useStateParam<State extends string>(states: readonly State[]) {
  const [params, setParams] = useSearchParams();
  const state: State | '' = states.find((one) => one === params.get('state')) ?? '';

  const choose = (chosen: string) => setParams((now) => withParam(now, 'state', chosen), { preventScrollReset: true });
  return { state, choose };
}
