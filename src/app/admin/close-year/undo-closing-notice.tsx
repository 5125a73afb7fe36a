import { useState } from 'react';
import { purgeTime } from '#features/bin/bin.ts';
import type { Committee } from '#features/committees/committee.schema.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ActionRow, Notice } from '#ui/page/screen-parts.tsx';

type Props = { year: Committee; onUndone: () => void };

/** Says which accounts will still end with a closed year, and offers to undo the closing while that is possible. */
export function UndoClosingNotice({ year: { id, label, closing }, onUndone }: Props) {
  const api = useApi();
  const { timeZone } = useSettings();
  const { isBusy, run } = useBusy();
  const [now] = useState(() => new Date().toISOString());
  const { confirm, dialog } = useConfirm();
  if (!closing) return null;
  const { at, accountsEnding, invited } = closing;
  const until = purgeTime(at);
  const canUndo = now < until;

  const undo = () =>
    run(async () => {
      const detail =
        'People who left come back, and people who joined go to the bin. Positions and accounts go back to what they were. Anyone who has accepted an invitation keeps their account.';
      if (!(await confirm(`Undo closing the year ${label}?`, 'Undo', { detail }))) return;
      await withToast(() => api.call('POST', `/committees/admin/${id}/undo`, {}), onUndone);
    });

  return (
    <>
      <Notice>
        <p>
          The year {label} was closed on {instantText(at, timeZone)}.
          {canUndo && ` It can be undone until ${instantText(until, timeZone)}.`}
        </p>
        {accountsEnding > 0 && (
          <p>
            {pluralise(accountsEnding, 'account')} still to end
            {invited > 0 &&
              `, once ${invited === 1 ? 'the invited person has' : `all ${invited} invited have`} signed in`}
            .
          </p>
        )}
        {canUndo && (
          <ActionRow below>
            <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => void undo()}>
              Undo
            </Button>
          </ActionRow>
        )}
      </Notice>
      {dialog}
    </>
  );
}
