import { useState } from 'react';
import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { CopyLinkField } from '#ui/forms/copy-link-field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { PreviewLink as Link } from '../article.schema.ts';
import styles from './preview-link.module.css';

type Props = { articleId: number; timeZone: string; hasChanges: boolean };

/** Makes a link that shows the saved draft to anyone who has it, copies it, and withdraws it. */
export function PreviewLink({ articleId, timeZone, hasChanges }: Props) {
  const api = useApi();
  const path = `/articles/admin/${articleId}/preview`;
  const [link, setLink] = useState<Link | null>(null);
  const [withdrawn, setWithdrawn] = useState('');
  const { isBusy, run } = useBusy();

  const make = async () => {
    setWithdrawn('');
    setLink(await api.call('POST', path));
  };

  async function withdraw() {
    const { message } = await api.call<{ message: string }>('DELETE', path);
    setLink(null);
    setWithdrawn(message);
  }

  const press = (work: () => Promise<void>, failed: string) => () => void run(() => withErrorToast(work, failed));
  return (
    <div className={`line ${styles.preview}`}>
      {link ? (
        <CopyLinkField label="Preview link" value={link.url}>
          <a className={styles.open} href={link.url} target="_blank" rel="noreferrer">
            Open preview
          </a>
          <Button
            variant="quiet"
            size="small"
            aria-disabled={isBusy}
            onClick={press(withdraw, 'Failed to withdraw the preview link')}
          >
            Withdraw link
          </Button>
        </CopyLinkField>
      ) : (
        <Button
          variant="quiet"
          size="small"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- in place of the button that has withdrawn the link
          autoFocus={withdrawn !== ''}
          aria-disabled={isBusy}
          onClick={press(make, 'Failed to make the preview link')}
        >
          Preview link
        </Button>
      )}
      <p className={`small ${styles.hint}`}>
        {link
          ? `Anyone with this link can read the article as it was last saved, until ${instantText(link.expiresAt, timeZone)}. “Withdraw link” ends this and every other preview link of the article at once.`
          : 'Send it to someone who should read the saved draft first.'}
        {hasChanges && ' What you have typed since the last save is not in it: press “Update” first.'}
      </p>
      <span className="muted" role="status">
        {withdrawn}
      </span>
    </div>
  );
}
