import { useState } from 'react';
import { ApiError, errorMessage, type FieldErrors } from '#shared/calls/api-error.ts';
import { useBusy } from '#ui/forms/use-busy.ts';

const none = { message: null as string | null, fields: {} as FieldErrors };

/** One call at a time. `problem` is what no field says of a refusal, `message` all of it in one sentence. */
export function useSubmit(failed: string, textOf: (error: unknown, failed: string) => string = errorMessage) {
  const { isBusy, run } = useBusy();
  const [refusal, setRefusal] = useState(none);

  /** `problems`: what is wrong with the fields; then nothing is called. True when the call was made and succeeded. */
  async function submit(call: () => Promise<unknown>, problems: Record<string, string | null> = {}): Promise<boolean> {
    const wrong = Object.entries(problems).filter((field): field is [string, string] => field[1] !== null);
    setRefusal({ message: wrong[0]?.[1] ?? null, fields: Object.fromEntries(wrong) });
    // Not busy for a moment either: a field that is disabled loses the focus.
    if (wrong.length > 0) return false;
    const isDone = await run(async () => {
      try {
        await call();
        return true;
      } catch (error) {
        setRefusal({ message: textOf(error, failed), fields: error instanceof ApiError ? error.fields : {} });
        return false;
      }
    });
    return isDone ?? false;
  }

  const isAtField = Object.keys(refusal.fields).length > 0;
  return { isBusy, ...refusal, problem: isAtField ? null : refusal.message, submit, forget: () => setRefusal(none) };
}
