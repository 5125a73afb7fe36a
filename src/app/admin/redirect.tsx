import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Redirects without an entry in the history. The router's own `Navigate` would add to what visitors load. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const target = useRef({ to, state });
  useEffect(() => {
    void navigate(target.current.to, { replace: true, state: target.current.state });
  }, [navigate]);
  return null;
}
