import type { ReactNode } from 'react';
import { focusFirstError } from './focus-first-error.ts';

type Props = { label: string; isBusy: boolean; isWrong: boolean; onSubmit: () => void; children: ReactNode };

/** A form with its own validation: a failed submit marks the fields and focuses the first of them. */
export function CheckedForm({ label, isBusy, isWrong, onSubmit, children }: Props) {
  return (
    <form
      noValidate
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (isWrong) focusFirstError(submitted.currentTarget, onSubmit);
        else onSubmit();
      }}
    >
      {children}
    </form>
  );
}
