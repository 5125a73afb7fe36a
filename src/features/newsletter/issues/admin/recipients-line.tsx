import { isMailServerMissing } from '#features/newsletter/admin/outbox-notice.tsx';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import styles from './article-newsletter-panel.module.css';
import { recipientsSentence } from './recipients-sentence.ts';
import { useRecipientCounts } from './use-recipient-counts.ts';

/** Shown beside the Publish button; keeps its space while the number loads. */
export function RecipientsLine({ articleId, round }: { articleId: number | null; round: string }) {
  const recipients = useRecipientCounts(articleId, round);
  return (
    <p className={styles.recipients}>
      {isMailServerMissing() ? noMailServer : recipients ? recipientsSentence(recipients) : '\u00a0'}
    </p>
  );
}
