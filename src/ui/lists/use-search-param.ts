import { useContext, useEffect, useState } from 'react';
import { UNSAFE_DataRouterContext, useNavigation } from 'react-router';
import { useSearchParams } from '#ui/router/use-search-params.ts';

/**
 * The `search` of the URL as a field. `text` changes at once, the URL follows, so that sharing and Back work. `searched` is
 * what the URL says.
 */
export function useSearchParam() {
  const [params, setParams] = useSearchParams();
  const isNavigating = useNavigation().state !== 'idle';
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const inUrl = params.get('search') ?? '';
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  // The URL may have an earlier term of this field, which must not replace later typing.
  const [asked, setAsked] = useState<string | null>(null);
  if (seen !== inUrl) {
    setSeen(inUrl);
    setAsked(null);
    if (inUrl !== asked && inUrl !== text.trim()) setText(inUrl);
  }

  useEffect(() => {
    const wanted = text.trim();
    // A second navigation would cancel the current one, for instance to a filter.
    if (wanted === inUrl || isNavigating) return;
    const timer = setTimeout(() => {
      // `useNavigation` reports a navigation a moment after it begins. Then this effect runs again.
      if (router && router.state.navigation.state !== 'idle') return;
      setAsked(wanted);
      setParams(
        (now) => {
          now.delete('cursor');
          now.delete('shown');
          if (wanted) now.set('search', wanted);
          else now.delete('search');
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }, 300);
    return () => clearTimeout(timer);
  }, [text, inUrl, isNavigating, setParams, router]);

  return { text, term: text.trim(), searched: inUrl, setText };
}
