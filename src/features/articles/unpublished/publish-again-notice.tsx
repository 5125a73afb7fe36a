import { useEffect, useRef } from 'react';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ActionRow, Notice } from '#ui/page/screen-parts.tsx';
import type { Article } from '../article.schema.ts';
import styles from './publish-again-notice.module.css';

/** Offers to undo an 'Update' that unpublished the article (A1). */
export function PublishAgainNotice({ article, onBack }: { article: Article; onBack: () => void }) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is at the end of a long form, where this notice cannot be seen.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const publishAgain = () =>
    withErrorToast(async () => {
      // Under its former date, without a newsletter, and refused if someone has saved it since.
      await api.call('POST', `/articles/admin/publish/${article.id}?date=kept&version=${article.version}`);
      toast.success('Published again. No email was sent.');
      onBack();
    }, 'Failed to publish article');

  return (
    <div ref={place} className={styles.place}>
      <Notice isWarning>
        <p>
          <strong>Unpublished.</strong> “<bdi>{article.title}</bdi>” is now a draft: visitors do not see it. ‘Publish
          again’ emails no one.
        </p>
        <ActionRow>
          <Button size="small" aria-disabled={isBusy} onClick={() => void run(publishAgain)}>
            Publish again
          </Button>
        </ActionRow>
      </Notice>
    </div>
  );
}
