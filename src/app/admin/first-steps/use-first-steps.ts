import { useApi } from '#ui/api.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { FetchedGlance } from '../use-glance.ts';

/** `onChanged`: called when items were removed. */
export function useFirstSteps({ data, reload }: FetchedGlance, onChanged: () => void) {
  const api = useApi();
  const { run } = useBusy();
  const act = (method: 'PUT' | 'DELETE') =>
    run(() => withToast(() => api.call<{ message: string }>(method, '/first-hour/admin'), reload));

  return {
    state: data?.firstSteps ?? null,
    reload,
    /** For all administrators. */
    dismiss: () => act('PUT'),
    /** The demo content. */
    remove: () => act('DELETE').then(onChanged),
  };
}
