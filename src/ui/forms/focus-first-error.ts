import { flushSync } from 'react-dom';

/** `show` marks the wrong fields. The first of them takes the focus, even out of view. */
export function focusFirstError(form: HTMLElement, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
