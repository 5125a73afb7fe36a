import type { ShouldRevalidateFunction } from 'react-router';
import type { ListOptions, Page } from '#shared/calls/api-client.ts';
import { useSearchParams } from '#ui/router/use-search-params.ts';

/** How many entries a public list shows at first, and adds at a time. */
export const pageSize = 24;
const mostPages = 40;
/** At most 100, the limit of the API, in whole pages. */
const mostAtOnce = 4 * pageSize;

/** How many entries `?shown=` asks for, in whole pages. */
export function shownCount(params: URLSearchParams): number {
  const pages = Math.ceil(Number(params.get('shown')) / pageSize) || 1;
  return Math.min(Math.max(pages, 1), mostPages) * pageSize;
}

/** Loads as much of a list as the address asks for, from its `cursor` on. */
async function listShown<T>(
  load: (options: ListOptions) => Promise<Page<T>>,
  params: URLSearchParams,
): Promise<Page<T>> {
  const shown = shownCount(params);
  const cursor = params.get('cursor');
  let page = await load({ limit: Math.min(shown, mostAtOnce), ...(cursor && { cursor }) });
  while (page.nextCursor && page.items.length < shown) {
    const next = await load({ limit: Math.min(shown - page.items.length, mostAtOnce), cursor: page.nextCursor });
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}

export type Searched<T> = { list: Page<T>; found: { term: string; page: Page<T> } | null };

/** The list as the address asks for it, and beside it what its `search` finds. */
export async function loadListAndMatches<T>(
  load: (options: ListOptions) => Promise<Page<T>>,
  params: URLSearchParams,
): Promise<Searched<T>> {
  const term = params.get('search')?.trim() ?? '';
  const [list, page] = await Promise.all([
    listShown(load, term ? new URLSearchParams() : params),
    term ? listShown((options) => load({ ...options, search: term }), params) : null,
  ]);
  return { list, found: page && { term, page } };
}

/** While someone types, or a dialog opens over the list, the page itself fetches what it shows. */
export const shouldRevalidateList: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.href === nextUrl.href
    ? defaultShouldRevalidate
    : ['filter', 'cursor'].some((key) => currentUrl.searchParams.get(key) !== nextUrl.searchParams.get(key));

/** Adds the next page. The address remembers it, so that Back and a reload show it again. */
export function useShowMore({ items, loadMore }: { items: unknown[] | null; loadMore: () => Promise<boolean> }) {
  const [, setParams] = useSearchParams();
  return async () => {
    if (!(await loadMore())) return;
    const shown = Math.ceil((items?.length ?? 0) / pageSize) * pageSize + pageSize;
    setParams(
      (now) => {
        now.set('shown', String(shown));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
}
