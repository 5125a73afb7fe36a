import type { ReactNode } from 'react';
import { focusFirstError } from './focus-first-error.ts';

type Props = { label: string; isBusy: boolean; isWrong: boolean; onSubmit: () => void; children: ReactNode };

/** A form that says itself what is wrong: where something is, sending it marks the fields, and the first of them takes the focus. */
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
