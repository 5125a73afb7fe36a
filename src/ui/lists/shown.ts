import { useSearchParams } from 'react-router';
import type { ListOptions, Page } from '#shared/api-client.ts';

/** What a list of the public pages shows at first, and adds at a time. */
export const pageSize = 24;
const mostPages = 40;
/** What the API answers at once, in whole pages. */
const mostAtOnce = 4 * pageSize;

/** How many entries an address asks for by `shown`, in whole pages. */
export function shownOf(params: URLSearchParams): number {
  const pages = Math.ceil(Number(params.get('shown')) / pageSize) || 1;
  return Math.min(Math.max(pages, 1), mostPages) * pageSize;
}

/** As much of a list as its address asks for, from its `cursor` on. */
export async function listShown<T>(
  load: (options: ListOptions) => Promise<Page<T>>,
  params: URLSearchParams,
): Promise<Page<T>> {
  const shown = shownOf(params);
  const cursor = params.get('cursor');
  let page = await load({ limit: Math.min(shown, mostAtOnce), ...(cursor && { cursor }) });
  while (page.nextCursor && page.items.length < shown) {
    const next = await load({ limit: Math.min(shown - page.items.length, mostAtOnce), cursor: page.nextCursor });
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}

/** Shows the next page below what is there. The address remembers it, so that Back and a reload bring it again. */
export function useShowMore({ items, loadMore }: { items: unknown[] | null; loadMore: () => Promise<void> }) {
  const [, setParams] = useSearchParams();
  return async () => {
    await loadMore();
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
