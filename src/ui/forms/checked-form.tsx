import type { ReactNode } from 'react';
import { focusFirstError } from './focus-first-error.ts';

type Props = {
  label: string;
  isBusy: boolean;
  isWrong: boolean;
  onSubmit: (button: HTMLElement | null) => void;
  children: ReactNode;
};

/** A form with its own validation: a failed submit marks the fields and focuses the first of them. `onSubmit` gets the pressed button. */
export function CheckedForm({ label, isBusy, isWrong, onSubmit, children }: Props) {
  return (
    <form
      noValidate
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const { submitter } = submitted.nativeEvent as SubmitEvent;
        const press = () => onSubmit(submitter);
        if (isWrong) focusFirstError(submitted.currentTarget, press);
        else press();
      }}
    >
      {children}
    </form>
  );
}
