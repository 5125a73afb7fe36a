import { useCallback } from 'react';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { ActionRow, Panel } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { pendingSuppressionsSentence } from '../subscriber.ts';
import { decidePendingSuppressions, listPendingSuppressions } from '../subscribers-admin.client.ts';

/** Asks about bounced addresses that are too many to suppress without asking; otherwise shows nothing. */
export function PendingSuppressionsPanel({ onDecided }: { onDecided: () => Promise<void> }) {
  const api = useApi();
  const load = useCallback(() => listPendingSuppressions(api), [api]);
  const { data: pending, reload } = useFetched(load, '');
  const { isBusy, run } = useBusy();
  if (!pending || pending.length === 0) return null;

  const ids = pending.map(({ subscriberId }) => subscriberId);
  const decide = (verb: 'suppress' | 'keep') =>
    run(async () => {
      await withToast(() => decidePendingSuppressions(api, ids, verb));
      await Promise.all([reload(), onDecided()]);
    });
  return (
    <Panel title={pendingSuppressionsSentence(pending.length)}>
      <p>
        So many at once may be the fault of the mail server, not of these addresses. Suppressed addresses get no more
        email; kept ones get the next newsletter.
      </p>
      <Rows label="Addresses that bounced">
        {pending.map(({ subscriberId, email, because }) => (
          <Row key={subscriberId} title={<Link to={`/admin/subscribers/${subscriberId}`}>{email}</Link>}>
            <p>{because}</p>
          </Row>
        ))}
      </Rows>
      <ActionRow below>
        <Button variant="danger" aria-disabled={isBusy} onClick={() => void decide('suppress')}>
          Suppress
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => void decide('keep')}>
          Keep
        </Button>
      </ActionRow>
    </Panel>
  );
}
