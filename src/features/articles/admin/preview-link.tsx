import { useEffect, useId, useRef, useState } from 'react';
import { longDate } from '#shared/dates.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import type { PreviewLink as Link } from '../article.schema.ts';
import { linkPreview, withdrawPreviews } from '../articles.client.ts';
import styles from './preview-link.module.css';

type Props = { articleId: number; timeZone: string };

/** Makes a link that shows the saved draft to whoever has it, copies it, and withdraws it. */
export function PreviewLink({ articleId, timeZone }: Props) {
  const api = useApi();
  const id = useId();
  const [link, setLink] = useState<Link | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const maker = useRef<HTMLButtonElement>(null);
  const isWithdrawn = !link && said !== '';

  // The button that had the focus is gone.
  useEffect(() => {
    if (isWithdrawn) maker.current?.focus();
  }, [isWithdrawn]);

  async function run(work: () => Promise<void>, failed: string) {
    if (isBusy) return;
    setIsBusy(true);
    setSaid('');
    try {
      await work();
    } catch (error) {
      toast.error(errorMessage(error, failed));
    } finally {
      setIsBusy(false);
    }
  }

  const make = () => run(async () => setLink(await linkPreview(api, articleId)), 'Failed to make the preview link');

  const withdraw = () =>
    run(async () => {
      const { message } = await withdrawPreviews(api, articleId);
      setLink(null);
      setSaid(message);
    }, 'Failed to withdraw the preview link');

  async function copy(url: string) {
    // Emptied first, so that a second copy is said again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Link copied');
    } catch {
      field.current?.select();
      setSaid('The link is selected: copy it with your keyboard.');
    }
  }

  return (
    <div className={styles.preview}>
      {!link && (
        <Button ref={maker} variant="quiet" size="small" disabled={isBusy} onClick={() => void make()}>
          Preview link
        </Button>
      )}
      {link && (
        <>
          <label className={styles.label} htmlFor={id}>
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
            value={link.url}
            aria-describedby={`${id}-hint`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.actions}>
            <Button variant="quiet" size="small" onClick={() => void copy(link.url)}>
              Copy link
            </Button>
            <a className={styles.open} href={link.url} target="_blank" rel="noreferrer">
              Open preview
            </a>
            <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void withdraw()}>
              Withdraw link
            </Button>
          </div>
        </>
      )}
      <span className={styles.said} role="status">
        {said}
      </span>
      <p id={`${id}-hint`} className={styles.hint}>
        {link
          ? `Whoever has this link can read the article as it was last saved, until ${longDate(link.expiresAt, timeZone)}. Withdraw link ends it at once, with every other preview link of this article.`
          : 'For somebody who should read the saved draft before it is published.'}
      </p>
    </div>
  );
}
