import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { Button } from '#ui/forms/button.tsx';
import { ActionRow, Alert, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { countsOrZero, rehearsedText } from '../backup-text.ts';
import type { Backups } from '../backups.schema.ts';

type RehearsalProps = { backups: Backups; isBusy: boolean; onAsk: () => void };

export function RehearsalPanel({ backups: { rehearsal, files }, isBusy, onAsk }: RehearsalProps) {
  const { timeZone } = useSettings();
  const { goodAt, error, failedAt, isUnderWay } = rehearsal;
  const isOff = isBusy || isUnderWay || files.length === 0;
  return (
    <Panel title="Can it be restored?">
      <FormStack>
        {error && <Alert>{`The rehearsal of ${instantText(failedAt ?? '', timeZone)} has failed. ${error}`}</Alert>}
        {goodAt ? (
          <p>{rehearsedText(goodAt, timeZone, countsOrZero(rehearsal))}</p>
        ) : (
          <p>
            Every week the site restores its latest backup into a temporary folder, compares it with the site and
            deletes it.
          </p>
        )}
        <ActionRow>
          <Button variant="quiet" aria-disabled={isOff} onClick={() => isOff || onAsk()}>
            {isUnderWay ? 'Testing...' : 'Test it now'}
          </Button>
        </ActionRow>
      </FormStack>
    </Panel>
  );
}
