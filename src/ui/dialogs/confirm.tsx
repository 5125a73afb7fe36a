import { type ReactNode, useCallback, useId, useState } from 'react';
import styles from './confirm.module.css';
import { Modal } from './modal.tsx';

/** `action` is the button that says yes, `keep` the one that changes nothing. `action` is red unless `isHarmless`. */
export type Question = { message: string; detail?: string; action: string; keep?: string; isHarmless?: boolean };

type DialogProps = Question & {
  answer: (yes: boolean) => void;
  /** A third button between the two. */
  other?: { label: string; choose: () => void; isHarmless?: boolean };
};

type Words = Pick<Question, 'detail' | 'keep' | 'isHarmless'>;
type Confirm = (message: string, action: string, words?: Words) => Promise<boolean>;

/** `confirm` asks in the page and resolves with the answer. Render `dialog` once. */
export function useConfirm(): { confirm: Confirm; dialog: ReactNode } {
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);
  const confirm = useCallback<Confirm>(
    (message, action, words = {}) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(null);
          resolve(yes);
        };
        setAsked({ message, action, ...words, answer });
      }),
    [],
  );
  return { confirm, dialog: asked && <ConfirmDialog {...asked} /> };
}

/** Open while it is rendered. */
export function ConfirmDialog(question: DialogProps) {
  const { message, detail, action, keep = 'Cancel', isHarmless, other, answer } = question;
  const id = useId();
  return (
    <Modal
      label={message}
      className={styles.dialog}
      role="alertdialog"
      aria-describedby={detail ? `${id}-detail` : undefined}
      onCancel={() => answer(false)}
    >
      <h2 className={styles.message}>{message}</h2>
      {detail && (
        <p id={`${id}-detail`} className={styles.detail}>
          {detail}
        </p>
      )}
      <div className={styles.actions} data-stacked={other !== undefined || undefined}>
        <button type="button" className={styles.keep} onClick={() => answer(false)}>
          {keep}
        </button>
        {other && (
          <button
            type="button"
            className={styles.go}
            data-harmless={other.isHarmless || undefined}
            onClick={other.choose}
          >
            {other.label}
          </button>
        )}
        <button
          type="button"
          className={styles.go}
          data-harmless={isHarmless || undefined}
          onClick={() => answer(true)}
        >
          {action}
        </button>
      </div>
    </Modal>
  );
}
