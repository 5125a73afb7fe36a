import { changeDemo, dismissFirstSteps } from '#app/first-steps/first-steps.client.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { FetchedGlance } from '../use-glance.ts';

/** `onChanged`: items have come or gone. */
export function useFirstSteps({ data, reload }: FetchedGlance, onChanged: () => void) {
  const api = useApi();
  const { run } = useBusy();
  const { confirm, dialog } = useConfirm();

  const act = (work: () => Promise<{ message: string }>) => run(() => withToast(work, reload));

  async function change(what: 'remove' | 'restore' | 'purge') {
    await act(() => changeDemo(api, what));
    onChanged();
  }

  return {
    state: data?.firstSteps ?? null,
    reload,
    dialog,
    dismiss: () => act(() => dismissFirstSteps(api)),
    remove: () => change('remove'),
    restore: () => change('restore'),
    async purge() {
      const detail = 'Its texts and pictures are deleted. This cannot be undone.';
      if (await confirm('Delete the demo content in the bin permanently?', 'Delete permanently', { detail }))
        await change('purge');
    },
  };
}
