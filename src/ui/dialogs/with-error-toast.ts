import { errorMessage } from '#ui/loaded.ts';
import { toast } from './toast.tsx';

/** For actions without a form: a failure is a toast. */
export async function withErrorToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.error(errorMessage(error, 'This did not work. Please try again.'));
  }
}

/** What the call answers is a toast, as a failure is; `then` follows an answer. */
export function withToast(call: () => Promise<{ message: string }>, then?: () => Promise<unknown>): Promise<void> {
  return withErrorToast(async () => {
    toast.success((await call()).message);
    await then?.();
  });
}
