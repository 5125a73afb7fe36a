import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Notice } from '#ui/page/screen-parts.tsx';

/** Offered once a mail server is set. */
export function KeptConfirmations({ count, onSent }: { count: number; onSent: () => Promise<void> }) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const send = () => run(() => withToast(() => api.call('POST', '/newsletter/admin/outbox/confirmations'), onSent));
  return (
    <Notice>
      <p>People wait for these emails: they stayed in the outbox while no mail server was set.</p>
      <Button size="small" aria-disabled={isBusy} onClick={() => void send()}>
        Send the {count === 1 ? 'waiting confirmation' : `${pluralise(count, 'waiting confirmation')}`}
      </Button>
    </Notice>
  );
}
