import type { FormEvent, ReactNode } from 'react';
import styles from './confirm.module.css';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  children: ReactNode;
  action: string;
  /** It cannot be undone. */
  isDanger?: boolean;
  isBusy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
};

/** A short form in a modal, open while it is rendered, wherever it is asked for. The first field takes the focus. */
export function FormDialog({ title, children, action, isDanger = false, isBusy, onSubmit, onCancel }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault();
    // React hands it to a form around the dialog too.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  }

  return (
    <Modal label={title} className={styles.dialog} first="input:not([hidden])" onCancel={onCancel}>
      <form noValidate aria-busy={isBusy} onSubmit={submit}>
        <h2 className={styles.message}>{title}</h2>
        {children}
        <div className={`row ${styles.actions}`}>
          <button type="button" className={styles.keep} onClick={onCancel}>
            Back
          </button>
          <button type="submit" className={styles.go} data-harmless={!isDanger || undefined} aria-disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Modal>
  );
}
