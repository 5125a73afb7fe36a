import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

type State = { token?: string } | null;

/**
 * The token in the fragment or query of the link, or ''. It moves into the history's state: reload
 * and Back find it there, and no server, proxy or other site sees it.
 */
export function useLinkToken(): string {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  const token = given ?? (state as State)?.token ?? '';
  useEffect(() => {
    if (given === null) return;
    const others = new URLSearchParams(search);
    others.delete('token');
    const options = { replace: true, preventScrollReset: true, state: { token: given } satisfies State };
    void navigate({ pathname, search: String(others) }, options);
  }, [given, pathname, search, navigate]);
  return token;
}
