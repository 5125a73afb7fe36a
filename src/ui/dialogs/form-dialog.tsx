import { type FormEvent, type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import styles from './confirm.module.css';
import { useModal } from './use-modal.ts';

type Props = {
  title: string;
  children: ReactNode;
  action: string;
  isBusy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
};

/** A short form in a modal, open while it is rendered, wherever it is asked for. The first field takes the focus. */
export function FormDialog({ title, children, action, isBusy, onSubmit, onCancel }: Props) {
  const id = useId();
  const dialog = useModal('input:not([hidden])');

  function submit(event: FormEvent) {
    event.preventDefault();
    // React hands it to a form around the dialog too.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  }

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <form noValidate aria-busy={isBusy} onSubmit={submit}>
        <h2 id={id} className={styles.message}>
          {title}
        </h2>
        {children}
        <div className={styles.actions}>
          <button type="button" className={styles.keep} onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className={styles.go} data-harmless aria-disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
