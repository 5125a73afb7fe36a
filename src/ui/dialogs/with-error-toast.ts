import { errorMessage } from '#ui/loaded.ts';
import { toast } from './toast.tsx';

/** For actions without a form: a failure is a toast, with the server's sentence or else `otherwise`. True when it went well. */
export async function withErrorToast(
  work: () => Promise<unknown>,
  otherwise = 'That did not work. Please try again.',
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(errorMessage(error, otherwise));
    return false;
  }
}

/** What the call answers is a toast, as a failure is; `then` follows an answer. */
export function withToast(
  call: () => Promise<{ message: string }>,
  then?: () => unknown,
  otherwise?: string,
): Promise<boolean> {
  return withErrorToast(async () => {
    toast.success((await call()).message);
    await then?.();
  }, otherwise);
}
