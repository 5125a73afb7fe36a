import { useState } from 'react';
import { ApiError, errorMessage, type FieldErrors } from '#shared/calls/api-error.ts';
import { useBusy } from '#ui/forms/use-busy.ts';

const none = { problem: null as string | null, fields: {} as FieldErrors };

/** One call at a time. A refusal is shown at its field, else in `problem`. */
export function useSubmit(failed: string) {
  const { isBusy, run } = useBusy();
  const [refusal, setRefusal] = useState(none);

  /** True when the call was made and succeeded. */
  async function submit(call: () => Promise<unknown>): Promise<boolean> {
    const isDone = await run(async () => {
      setRefusal(none);
      try {
        await call();
        return true;
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {};
        const isTold = Object.keys(fields).length > 0;
        setRefusal({ problem: isTold ? null : errorMessage(error, failed), fields });
        return false;
      }
    });
    return isDone ?? false;
  }

  return { isBusy, ...refusal, submit, refuse: (fields: FieldErrors) => setRefusal({ problem: null, fields }) };
}

/** The fields that have a problem; null when none has. */
export function fieldErrors(problems: Record<string, string | null>): FieldErrors | null {
  const found = Object.entries(problems).filter((field): field is [string, string] => field[1] !== null);
  return found.length > 0 ? Object.fromEntries(found) : null;
}
