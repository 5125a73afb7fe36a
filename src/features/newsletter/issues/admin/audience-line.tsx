import { isMailKept } from '#features/newsletter/admin/outbox-notice.tsx';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import { audienceSentence } from './audience-sentence.ts';
import styles from './newsletter-panel.module.css';
import { useAudience } from './use-audience.ts';

/** Stands beside the button that publishes; its place is kept while the number is on its way. */
export function AudienceLine({ articleId, round }: { articleId: number | null; round: number }) {
  const audience = useAudience(articleId, round);
  return (
    <p className={styles.audience}>{isMailKept() ? noMailServer : audience ? audienceSentence(audience) : '\u00a0'}</p>
  );
}
