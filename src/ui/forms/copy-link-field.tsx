import type { ReactNode } from 'react';
import { useCopyToClipboard } from '../use-copy-to-clipboard.ts';
import { Button } from './button.tsx';
import styles from './copy-link-field.module.css';

/** A link to pass on. It takes the focus so that it is noticed. */
export function CopyLinkField({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  const selected = 'The link is selected: copy it with your keyboard.';
  const { field, told, copy } = useCopyToClipboard('Link copied', selected);

  return (
    <div className="row">
      <input
        ref={field}
        className={styles.field}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed for it may no longer be there
        autoFocus
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="quiet" size="small" onClick={() => void copy(value)}>
        Copy link
      </Button>
      {children}
      <span className="small" role="status">
        {told}
      </span>
    </div>
  );
}
