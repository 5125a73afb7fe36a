import { useEffect, useRef, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Actions, Notice } from '#ui/page/screen.tsx';
import type { Article } from '../article.schema.ts';
import styles from './hidden-notice.module.css';
import { putBackArticle } from './managing.client.ts';

type Props = { article: Article; onBack: () => void };

/** Offers to undo an 'Update' that has taken the article off the site (A1). */
export function HiddenNotice({ article, onBack }: Props) {
  const api = useApi();
  const [isBusy, setIsBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is at the end of a long form, out of sight of this notice.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  async function putBack() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await putBackArticle(api, article);
      toast.success('Back on the site. No mail was sent.');
      onBack();
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to publish article'));
      setIsBusy(false);
    }
  }

  return (
    <div ref={place} className={styles.place}>
      <Notice isWarning>
        <p>
          <strong>No longer on the site.</strong> “<bdi>{article.title}</bdi>” is saved as a draft.
        </p>
        <Actions>
          <Button size="small" aria-disabled={isBusy} onClick={() => void putBack()}>
            Put it back
          </Button>
        </Actions>
      </Notice>
    </div>
  );
}
