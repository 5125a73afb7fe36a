import { useEffect, useRef, useState } from 'react';
import { instantText } from '#shared/dates.ts';
import { Button } from '#ui/forms/button.tsx';
import type { NewInvitation } from '../account.schema.ts';
import styles from './link-box.module.css';

type Props = { made: NewInvitation; whom: string; timeZone: string; onClose: () => void };

/** A link that is shown only once. It takes the focus, so that no one misses it. */
export function LinkBox({ made, whom, timeZone, onClose }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => place.current?.focus(), []);

  async function copy() {
    field.current?.select();
    // Without https there is no clipboard: the link is selected for copying by hand.
    await navigator.clipboard?.writeText(made.link).then(
      () => setIsCopied(true),
      () => undefined,
    );
  }

  return (
    <div ref={place} className={styles.box} role="group" aria-label={`Link for ${whom}`} tabIndex={-1}>
      <p>
        {made.mailed ? `The invitation is on its way to ${whom}. ` : ''}
        {made.mailed ? 'You can also pass this link on yourself.' : `Pass this link on to ${whom}.`} It works once,
        until {instantText(made.expiresAt, timeZone)}, and is not shown again.
      </p>
      <div className="row">
        <input ref={field} className={styles.link} aria-label="Link" readOnly value={made.link} />
        <Button size="small" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
