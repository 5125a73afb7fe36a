import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

type Query = URLSearchParams | Record<string, string>;
type SetSearchParams = (next: Query | ((now: URLSearchParams) => Query), options?: NavigateOptions) => void;

/** The query of the address, and a function that goes to another one. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const query = typeof next === 'function' ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(query)}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}

/** Sets one of them, or removes it where the value is empty. */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
