import { useCallback, useState } from 'react';
import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { passFocusOn } from '#ui/page/focus.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { closeKept, getKeptMails } from '../kept/kept-mails.client.ts';
import { useAskedAgain } from './use-asked-again.ts';

type Props = { round: string; onClosed: () => void };

/** Above every screen, once there is a mail server, while e-mails from before wait for a decision. Another `round` asks anew. */
export function KeptMailNotice({ round, onClosed }: Props) {
  const api = useApi();
  const load = useCallback(() => getKeptMails(api), [api]);
  // Without the number nothing is said; it is asked for again with the next page.
  const { data, reload } = useFetched(load, '');
  useAskedAgain(reload, round);
  const { confirm, dialog } = useConfirm();
  const [busy, setBusy] = useState(false);
  if (!data?.canSend || data.total === 0) return null;
  const { total, newsletters, letters } = data;

  async function close(verb: 'send' | 'discard') {
    if (busy) return;
    setBusy(true);
    await withErrorToast(async () => {
      toast.success((await closeKept(api, verb)).message);
    });
    await reload();
    setBusy(false);
    onClosed();
  }

  async function discard() {
    const words = { detail: 'Nobody will get them, unless you send an article again.', keep: 'Keep them' };
    if (await confirm(`Discard ${countOf(total, 'e-mail')}?`, 'Discard', words)) await close('discard');
  }

  return (
    <section ref={passFocusOn} className={styles.notice} aria-label="E-mails that wait">
      <p className={styles.words}>
        {total === 1 ? '1 e-mail is waiting.' : `${total.toLocaleString('en-US')} e-mails are waiting.`}{' '}
        <span>Kept while no mail server was set: {kindsOf(newsletters, letters)}.</span>
      </p>
      <div className={styles.actions}>
        <Button size="small" aria-disabled={busy} onClick={() => void close('send')}>
          Send
        </Button>
        <Button size="small" variant="danger" aria-disabled={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </div>
      {dialog}
    </section>
  );
}

function kindsOf(newsletters: number, letters: number): string {
  const kinds = [
    newsletters > 0 && `${newsletters.toLocaleString('en-US')} of newsletters`,
    letters > 0 && `${letters.toLocaleString('en-US')} of other kinds, such as confirmations`,
  ];
  return kinds.filter(Boolean).join(' and ');
}
