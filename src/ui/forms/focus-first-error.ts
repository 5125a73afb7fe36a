import { flushSync } from 'react-dom';
import { suppressDoubleClick } from '#ui/dialogs/suppress-double-click.ts';

/** `show` marks what stops the form; the focus goes to the first of it, also where it is not in sight. */
export function focusFirstError(form: HTMLElement, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  suppressDoubleClick();
}
