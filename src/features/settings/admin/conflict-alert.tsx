import { Button } from '#ui/button.tsx';
import { Actions, Alert } from '#ui/screen.tsx';
import { momentText } from '#ui/writing/moment.ts';
import styles from './settings-form.module.css';
import type { Conflicting } from './use-settings-form.ts';

type Props = { conflict: Conflicting; isBusy: boolean; onKeepMine: () => void; onTakeTheirs: () => void };

/** Somebody else has saved since this form was opened: never a silent overwrite, and nothing typed is lost. */
export function ConflictAlert({ conflict, isBusy, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Alert>
      <p>{whoAndWhen(conflict)} Your changes are still here, but not saved.</p>
      <div className={styles.choice}>
        <Actions>
          <Button size="small" disabled={isBusy} onClick={onKeepMine}>
            Save my changes too
          </Button>
          <Button size="small" look="quiet" disabled={isBusy} onClick={onTakeTheirs}>
            Show theirs
          </Button>
        </Actions>
      </div>
    </Alert>
  );
}

function whoAndWhen(conflict: Conflicting): string {
  if (conflict === 'unknown') return 'Somebody else saved the settings meanwhile.';
  return `${conflict.by ?? 'Somebody else'} saved the settings on ${momentText(conflict.at)}.`;
}
