import { useSearchParams } from '#ui/router/use-search-params.ts';

/** The `state` of the URL, which says what a list shows: a reload and Back show it again. Empty for all. */
export function useStateParam<State extends string>(states: readonly State[]) {
  const [params, setParams] = useSearchParams();
  const state: State | '' = states.find((one) => one === params.get('state')) ?? '';

  const choose = (chosen: string) => setParams((now) => withParam(now, 'state', chosen), { preventScrollReset: true });
  return { state, choose };
}

/** Sets a parameter, or removes it where the value is empty. */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  if (value) params.set(name, value);
  else params.delete(name);
  return params;
}
