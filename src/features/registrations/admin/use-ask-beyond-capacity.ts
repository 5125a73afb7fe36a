import { ApiError } from '#shared/calls/api-error.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';

type How = { isForced?: boolean; isWaiting?: boolean };

/**
 * `ask` makes a change that may need more places than there are. Then it asks, and makes it all the same, or with `canWait` for the
 * waiting list. Null when nothing is to change.
 */
export function useAskBeyondCapacity() {
  const { ask: put, confirm, dialog } = useConfirm();

  async function ask<T>(change: (how: How) => Promise<T>, canWait = false): Promise<T | null> {
    try {
      return await change({});
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || !error.fields.isForced) throw error;
      const answer = await put({
        message: error.message,
        detail: 'With a place for them there are more guests than places. No one loses theirs.',
        action: canWait ? 'Put on the waiting list' : 'Give a place anyway',
        ...(canWait && { other: 'Give a place anyway' }),
        isHarmless: true,
      });
      if (answer === 'no') return null;
      return change(canWait && answer === 'yes' ? { isWaiting: true } : { isForced: true });
    }
  }

  return { ask, confirm, dialog };
}
