import { useCallback, useEffect } from 'react';
import type { Api } from '#shared/api-client.ts';
import { countOf } from '#shared/text.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { getMailServer } from '../mail-server.client.ts';
import styles from './outbox-notice.module.css';
import { useAskedAgain } from './use-asked-again.ts';

const everyMs = 30_000;

/** Above every screen while the mail server takes no mail, or a newsletter not. Another `round` asks at once. */
export function MailServerNotice({ api, round }: { api: Api; round: string }) {
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
          {data.waiting.sentence} {countOf(data.waiting.mails, 'e-mail')} {data.waiting.mails === 1 ? 'waits' : 'wait'}.
        </p>
      )}
    </div>
  );
}
