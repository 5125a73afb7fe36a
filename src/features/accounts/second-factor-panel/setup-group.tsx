import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import styles from './setup-group.module.css';

type Props = { label: string; onCancel: () => void; children: ReactNode };

/** The steps to a new factor. It takes the focus: the button that was pressed for it disappears. */
export function SetupGroup({ label, onCancel, children }: Props) {
  return (
    <div ref={takeFocus} className={styles.setup} role="group" aria-label={label} tabIndex={-1}>
      {children}
      <Button size="small" variant="quiet" onClick={onCancel}>
        Back
      </Button>
    </div>
  );
}

function takeFocus(place: HTMLElement | null): () => void {
  place?.focus();
  return moveFocusOnRemoval(place);
}
