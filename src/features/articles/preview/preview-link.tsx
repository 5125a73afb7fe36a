import { useEffect, useId, useRef, useState } from 'react';
import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { linkPreview, withdrawPreviews } from '../admin/articles-admin.client.ts';
import type { PreviewLink as Link } from '../article.schema.ts';
import styles from './preview-link.module.css';

type Props = { articleId: number; timeZone: string };

/** Makes a link that shows the saved draft to anyone who has it, copies it, and withdraws it. */
export function PreviewLink({ articleId, timeZone }: Props) {
  const id = useId();
  const preview = usePreviewLink(articleId);
  const { link, isBusy, said, withdrawals } = preview;
  const place = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    if (withdrawals > 0) place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [withdrawals]);

  return (
    <div ref={place} className={`line ${styles.preview}`}>
      {!link && (
        <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => void preview.make()}>
          Preview link
        </Button>
      )}
      {link && <MadeLink id={id} url={link.url} preview={preview} />}
      <span className={styles.said} role="status">
        {said}
      </span>
      <p id={`${id}-hint`} className={`small ${styles.hint}`}>
        {link
          ? `Anyone with this link can read the article as it was last saved, until ${instantText(link.expiresAt, timeZone)}. Withdraw link ends it at once, with every other preview link of this article.`
          : 'For someone who should read the saved draft before it is published.'}
      </p>
    </div>
  );
}

/** `said`: the result of the last press; `withdrawals`: how many there were. */
function usePreviewLink(articleId: number) {
  const api = useApi();
  const [link, setLink] = useState<Link | null>(null);
  const [said, setSaid] = useState('');
  const [withdrawals, setWithdrawals] = useState(0);
  const { isBusy, run } = useBusy();

  const attempt = (work: () => Promise<void>, failed: string) =>
    run(() => {
      setSaid('');
      return withErrorToast(work, failed);
    });

  const make = () => attempt(async () => setLink(await linkPreview(api, articleId)), 'Failed to make the preview link');

  const withdraw = () =>
    attempt(async () => {
      const { message } = await withdrawPreviews(api, articleId);
      setLink(null);
      setSaid(message);
      setWithdrawals((before) => before + 1);
    }, 'Failed to withdraw the preview link');

  /** Where the browser refuses to copy, selects the address for copying by keyboard. */
  async function copy(url: string, select: () => void) {
    // Emptied first, so that screen readers announce a second copy.
    setSaid('');
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Link copied');
    } catch {
      select();
      setSaid('The link is selected: copy it with your keyboard.');
    }
  }

  return { link, said, withdrawals, isBusy, make, withdraw, copy };
}

type MadeProps = { id: string; url: string; preview: ReturnType<typeof usePreviewLink> };

function MadeLink({ id, url, preview }: MadeProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <label className="strong" htmlFor={id}>
        Preview link
      </label>
      <input
        ref={field}
        id={id}
        className={styles.link}
        // The button that had the focus is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        readOnly
        value={url}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={`line ${styles.actions}`}>
        <Button variant="quiet" size="small" onClick={() => void preview.copy(url, () => field.current?.select())}>
          Copy link
        </Button>
        <a className={styles.open} href={url} target="_blank" rel="noreferrer">
          Open preview
        </a>
        <Button variant="quiet" size="small" aria-disabled={preview.isBusy} onClick={() => void preview.withdraw()}>
          Withdraw link
        </Button>
      </div>
    </>
  );
}
