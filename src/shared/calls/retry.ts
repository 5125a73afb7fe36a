import { ApiError } from './api-error.ts';

/** Whether a failed call may succeed later: it had no answer, or one of a server that is busy or broken. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || isPassing(error.status);
}

export function isPassing(status: number): boolean {
  return status >= 500 ? status !== 501 : status === 429 || status === 408;
}

/** Milliseconds from a failure to the next try: later and later, at most a minute. */
export function retryPauseMs(failures: number): number {
  return Math.min(60_000, 2_500 * 2 ** failures);
}
