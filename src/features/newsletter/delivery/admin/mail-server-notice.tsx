import { useCallback, useEffect } from 'react';
import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { pendingSentence } from '#features/newsletter/subscribers/subscriber.ts';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { Link } from '#ui/link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { getMailServer } from '../mail-server/mail-server.client.ts';
import { useAskedAgain } from './use-asked-again.ts';

const everyMs = 30_000;

type Props = {
  /** Another one asks at once. */
  round: string;
  /** Not where the question itself stands. */
  tellsPending: boolean;
};

/** Above every screen while the mail server takes no mail, or a newsletter not, or addresses wait for a decision. */
export function MailServerNotice({ round, tellsPending }: Props) {
  const api = useApi();
  const load = useCallback(() => getMailServer(api), [api]);
  const { data, reload } = useFetched(load, '');
  useAskedAgain(reload, round);
  useEffect(() => {
    const timer = setInterval(() => void reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <div role="status">
      {data?.waiting && (
        <p className={styles.notice}>
          {data.waiting.sentence}{' '}
          <span className={styles.whole}>
            {countOf(data.waiting.mails, 'e-mail')} {data.waiting.mails === 1 ? 'waits' : 'wait'}.
          </span>
        </p>
      )}
      {tellsPending && data !== null && data.pending > 0 && (
        <p className={styles.notice}>
          {pendingSentence(data.pending)} <Link to="/admin/subscribers">Suppress or keep?</Link>
        </p>
      )}
    </div>
  );
}
