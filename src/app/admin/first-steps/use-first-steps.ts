import { dismissFirstSteps, removeDemo } from '#app/first-steps/first-steps.client.ts';
import { useApi } from '#ui/api.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { FetchedGlance } from '../use-glance.ts';

/** `onChanged`: called when items were removed. */
export function useFirstSteps({ data, reload }: FetchedGlance, onChanged: () => void) {
  const api = useApi();
  const { run } = useBusy();
  const act = (work: () => Promise<{ message: string }>) => run(() => withToast(work, reload));

  return {
    state: data?.firstSteps ?? null,
    reload,
    dismiss: () => act(() => dismissFirstSteps(api)),
    remove: () => act(() => removeDemo(api)).then(onChanged),
  };
}
