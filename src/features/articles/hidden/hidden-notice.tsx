import { useEffect, useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen.tsx';
import type { Article } from '../article.schema.ts';
import styles from './hidden-notice.module.css';

type Props = { article: Article; isBusy: boolean; onPutBack: () => void };

/** Offers to undo an 'Update' that has taken the article off the site (A1). */
export function HiddenNotice({ article, isBusy, onPutBack }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is at the end of a long form, out of sight of this notice.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className={styles.place}>
      <Notice isWarning>
        <p>
          <strong>No longer on the site.</strong> “<bdi>{article.title}</bdi>” is saved as a draft.
        </p>
        <Actions>
          <Button size="small" aria-disabled={isBusy} onClick={onPutBack}>
            Put it back
          </Button>
        </Actions>
      </Notice>
    </div>
  );
}
