import { useCallback, useEffect, useState } from 'react';
import { changeDemo, dismissFirstHour, readFirstHour } from '#app/first-hour/first-hour.client.ts';
import type { FirstHour } from '#app/first-hour/first-hour.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';

/** Null while it loads, and when it cannot be loaded: nothing else waits for it. `onChanged`: items have come or gone. */
export function useFirstHour(onChanged: () => void) {
  const api = useApi();
  const [state, setState] = useState<FirstHour | null>(null);
  const { run } = useBusy();
  const { confirm, dialog } = useConfirm();
  const reload = useCallback(async () => setState(await readFirstHour(api).catch(() => null)), [api]);
  useEffect(() => void reload(), [reload]);

  function act(work: () => Promise<{ message: string }>) {
    return run(() =>
      withErrorToast(async () => {
        toast.success((await work()).message);
        await reload();
      }),
    );
  }

  async function change(what: 'remove' | 'restore' | 'purge') {
    await act(() => changeDemo(api, what));
    onChanged();
  }

  return {
    state,
    reload,
    dialog,
    dismiss: () => act(() => dismissFirstHour(api, true)),
    remove: () => change('remove'),
    restore: () => change('restore'),
    async purge() {
      const detail = 'Its texts and pictures are deleted. This cannot be undone.';
      if (await confirm('Delete the demo content in the bin for good?', 'Delete for good', { detail }))
        await change('purge');
    },
  };
}
