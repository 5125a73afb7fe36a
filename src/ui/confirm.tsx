import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './confirm.module.css';

type Question = { message: string; action: string; isHarmless: boolean; answer: (yes: boolean) => void };

type Confirm = (message: string, action: string, isHarmless?: boolean) => Promise<boolean>;

/** `confirm` shows the question in the page and resolves when it is answered; render `dialog` once. */
export function useConfirm(): { confirm: Confirm; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm: Confirm = (message, action, isHarmless = false) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(null);
        resolve(yes);
      };
      setQuestion({ message, action, isHarmless, answer });
    });
  return { confirm, dialog: question && <ConfirmDialog {...question} /> };
}

function ConfirmDialog({ message, action, isHarmless, answer }: Question) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect closes before the element is gone: only so does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id={id} className={styles.message}>
        {message}
      </h2>
      <div className={styles.actions}>
        <button type="button" className={styles.keep} onClick={() => answer(false)}>
          Cancel
        </button>
        <button
          type="button"
          className={styles.go}
          data-harmless={isHarmless || undefined}
          onClick={() => answer(true)}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
