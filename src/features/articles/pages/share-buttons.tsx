import { useEffect, useState } from 'react';
import { useSiteUrl } from '#features/settings/pages/site-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { useCopyToClipboard } from '#ui/use-copy-to-clipboard.ts';
import styles from './share-buttons.module.css';

/** Copies the article's address, or opens the device's share sheet if it has one. Hidden without scripts. */
export function ShareButtons({ id, title }: { id: number; title: string }) {
  const url = `${useSiteUrl()}/articles/${id}`;
  const [canShare, setCanShare] = useState(false);
  const { told, copy } = useCopyToClipboard('Link copied', `The link is ${url}`);
  useEffect(() => setCanShare('share' in navigator), []);

  function share() {
    // Closing the sheet without a choice is not an error.
    navigator.share({ title, url }).catch(() => {});
  }

  return (
    <div className={`line ${styles.share}`} data-scripted data-screen-only>
      <Button variant="quiet" size="small" onClick={() => void copy(url)}>
        Copy link
      </Button>
      {canShare && (
        <Button variant="quiet" size="small" onClick={share}>
          Share…
        </Button>
      )}
      <p className="small" role="status">
        {told}
      </p>
    </div>
  );
}
