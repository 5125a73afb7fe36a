import { errorMessage } from '#shared/calls/api-error.ts';
import { toast } from './toast.tsx';

/** For actions without a form: shows a failure as a toast, with the server's sentence or `otherwise`. True on success. */
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

/** Shows the call's message or failure as a toast; `then` runs on success. */
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
