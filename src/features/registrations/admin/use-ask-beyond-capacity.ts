import { ApiError } from '#shared/calls/api-error.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';

/**
 * `ask` makes a change that may need more places than there are: it asks first, and makes it all the same after a yes. Null
 * after a no.
 */
export function useAskBeyondCapacity() {
  const { confirm, dialog } = useConfirm();

  async function ask<T>(change: (isForced: boolean) => Promise<T>): Promise<T | null> {
    try {
      return await change(false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || !error.fields.isForced) throw error;
      const detail = 'No one loses a place. There will be more guests than places.';
      if (!(await confirm(error.message, 'Continue anyway', { detail, isHarmless: true }))) return null;
      return change(true);
    }
  }

  return { ask, confirm, dialog };
}
