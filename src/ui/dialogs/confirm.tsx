import { type ReactNode, useCallback, useId, useState } from 'react';
import styles from './confirm.module.css';
import { Modal } from './modal.tsx';

/**
 * `action` is the button that says yes, red unless `isHarmless`; `other` a third one before it.
 */
export type Question = {
  message: string;
  detail?: string;
  action: string;
  other?: string;
  isHarmless?: boolean;
};
export type Answer = 'yes' | 'other' | 'no';

type DialogProps = Question & { answer: (answer: Answer) => void };

type Words = Pick<Question, 'detail' | 'isHarmless'>;
type Confirm = (message: string, action: string, words?: Words) => Promise<boolean>;
type Asking = { ask: (question: Question) => Promise<Answer>; confirm: Confirm; dialog: ReactNode };

/** `ask` and `confirm` ask in the page and resolve with the answer. Render `dialog` once. */
export function useConfirm(): Asking {
  const [asked, setAsked] = useState<DialogProps | null>(null);
  const ask = useCallback(
    (question: Question) =>
      new Promise<Answer>((resolve) => {
        const answer = (choice: Answer) => {
          setAsked(null);
          resolve(choice);
        };
        setAsked({ ...question, answer });
      }),
    [],
  );
  const confirm = useCallback<Confirm>(
    async (message, action, words) => (await ask({ message, action, ...words })) === 'yes',
    [ask],
  );
  return { ask, confirm, dialog: asked && <ConfirmDialog {...asked} /> };
}

/** Open while it is rendered. */
export function ConfirmDialog(question: DialogProps) {
  const { message, detail, action, isHarmless, other, answer } = question;
  const id = useId();
  return (
    <Modal
      label={message}
      className={styles.dialog}
      role="alertdialog"
      aria-describedby={detail ? `${id}-detail` : undefined}
      onCancel={() => answer('no')}
    >
      <h2 className={styles.message}>{message}</h2>
      {detail && (
        <p id={`${id}-detail`} className={`muted ${styles.detail}`}>
          {detail}
        </p>
      )}
      <div className={`row ${styles.actions}`} data-stacked={other !== undefined || undefined}>
        <button type="button" className={styles.keep} onClick={() => answer('no')}>
          Back
        </button>
        {other && (
          <button type="button" className={styles.keep} onClick={() => answer('other')}>
            {other}
          </button>
        )}
        <button
          type="button"
          className={styles.go}
          data-harmless={isHarmless || undefined}
          onClick={() => answer('yes')}
        >
          {action}
        </button>
      </div>
    </Modal>
  );
}
