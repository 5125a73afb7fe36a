import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import fieldStyles from '#ui/forms/field.module.css';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useLeaveGuard, useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { PersonRow } from '#ui/lists/person-row.tsx';
import { ActionRow, Alert, Panel } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { Icon } from '#ui/theme/icon.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { Member } from '../member.schema.ts';
import { memberMessages } from '../member.ts';
import { listMembers } from '../members.client.ts';
import styles from './committee-order.module.css';

type Props = { fallback: string; onSaved: () => void };

/** Opens the list of all members shown on the site, to reorder them. */
export function CommitteeOrder({ fallback, onSaved }: Props) {
  // A link of the first steps opens it.
  const [isOpen, setIsOpen] = useState(useSearchParams()[0].has('order'));
  if (!isOpen)
    return (
      <div className={styles.open}>
        <ActionRow>
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            Put in order
          </Button>
          <p className="small">The list below is by name. Visitors see the order that you choose here.</p>
        </ActionRow>
      </div>
    );
  return <Ordering fallback={fallback} onSaved={onSaved} onClose={() => setIsOpen(false)} />;
}

function Ordering({ fallback, onSaved, onClose }: Props & { onClose: () => void }) {
  const api = useApi();
  const load = useCallback(() => listMembers(api), [api]);
  const { data, error } = useFetched(load, 'Failed to load members');
  const [moved, setMoved] = useState<Member[] | null>(null);
  const { isBusy, run } = useBusy();
  const members = moved ?? data?.items ?? null;
  const { mayDiscard } = useLeaveGuard();
  useUnstoredGuard(moved !== null);

  async function goBack() {
    if (moved === null || (await mayDiscard())) onClose();
  }

  const save = () =>
    run(() => {
      const ids = (members ?? []).map(({ id }) => id);
      const done = () => {
        onSaved();
        onClose();
      };
      return withToast(() => api.call('POST', '/members/admin/order', { ids }), done, memberMessages.orderFailed);
    });

  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={place} className={styles.panel}>
      <Panel title="The order on the site">
        <p className={`small ${styles.hint}`}>Choose each person’s place.</p>
        {error && <Alert>{error}</Alert>}
        {!members && !error && <Spinner />}
        {members && <OrderRows members={members} fallback={fallback} onMoved={setMoved} />}
        {(members || error) && (
          <ActionRow below>
            <Button aria-disabled={isBusy || !moved} onClick={() => void (moved && save())}>
              Save order
            </Button>
            <Button variant="quiet" onClick={() => void goBack()}>
              Back
            </Button>
          </ActionRow>
        )}
      </Panel>
    </div>
  );
}

type RowsProps = { members: Member[]; fallback: string; onMoved: (members: Member[]) => void };

/** Everyone with their place, which moves them. Each move is announced. */
function OrderRows({ members, fallback, onMoved }: RowsProps) {
  const [said, setSaid] = useState('');
  const refocus = useRef<HTMLElement | null>(null);
  // A row that React puts elsewhere loses the focus.
  useLayoutEffect(() => {
    refocus.current?.focus();
    refocus.current?.scrollIntoView({ block: 'nearest' });
    refocus.current = null;
  }, [members]);

  function move(from: number, to: number, select: HTMLElement) {
    const one = members[from];
    if (!one) return;
    refocus.current = select;
    onMoved(members.toSpliced(from, 1).toSpliced(to, 0, one));
    setSaid(`${bidiIsolated(one.name)} is now ${to + 1} of ${members.length}.`);
  }

  return (
    <>
      <ol className={styles.rows}>
        {members.map((member, at) => (
          <li key={member.id} className={`row ${styles.row}`}>
            <span className={fieldStyles.select}>
              <select
                className={fieldStyles.control}
                aria-label={`Place of ${member.name}`}
                value={at}
                onChange={({ target }) => move(at, Number(target.value), target)}
              >
                {members.map((_, place) => (
                  <option key={place} value={place}>
                    {place + 1}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" />
            </span>
            <PersonRow person={member} id={member.id} fallback={fallback} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
