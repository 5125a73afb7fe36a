import { useCallback } from 'react';
import type { Glance } from '#app/dashboard/dashboard.schema.ts';
import { useApi } from '#ui/api-context.ts';
import { useFetched } from '#ui/use-fetched.ts';

export type FetchedGlance = { data: Glance | null; error: string | null; reload: () => Promise<void> };

/** What the dashboard begins with. Null while it loads, and when it cannot be loaded: nothing else waits for it. */
export function useGlance(): FetchedGlance {
  const api = useApi();
  const load = useCallback(() => api.call<Glance>('GET', '/dashboard/admin'), [api]);
  return useFetched(load, '');
}
