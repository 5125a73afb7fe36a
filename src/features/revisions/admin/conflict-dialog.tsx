import type { SaveConflict } from '#shared/api-error.ts';
import { localInstantText } from '#shared/instants.ts';
import { Sheet } from '#ui/dialogs/sheet.tsx';
import type { ConflictResolution } from '#ui/drafts/editing-context.ts';
import { Button } from '#ui/forms/button.tsx';
import type { Difference } from './compared.ts';
import styles from './conflict-dialog.module.css';
import { Differences } from './differences.tsx';

type Props = {
  conflict: SaveConflict;
  /** The other save is by the same person, in another tab or on another device. */
  isOwn: boolean;
  /** From the saved version to the unsaved one; null when the saved one could not be loaded. */
  changes: Difference[] | null;
  answer: (choice: ConflictResolution) => void;
};

/** Shown when two people have edited the same item: neither overwrites the other unseen. */
export function ConflictDialog({ conflict, isOwn, changes, answer }: Props) {
  const who = conflict.by ?? 'Somebody';
  return (
    <Sheet
      title={isOwn ? 'You have saved this elsewhere' : `${who} has saved this meanwhile`}
      onClose={() => answer('keep editing')}
      foot={
        <>
          <Button variant="quiet" onClick={() => answer('keep editing')}>
            Keep editing
          </Button>
          <Button variant="quiet" onClick={() => answer('load latest')}>
            {isOwn ? 'Take the saved version' : 'Take their version'}
          </Button>
          <Button variant="danger" onClick={() => answer('overwrite')}>
            Save mine over it
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {isOwn
            ? `It was saved on ${localInstantText(conflict.at)}, in another tab or on another computer.`
            : `${who} saved it on ${localInstantText(conflict.at)}, after you had opened it.`}{' '}
          Nothing of yours is lost: if you take {isOwn ? 'that' : 'their'} version, yours is kept; if you save yours
          over it, {isOwn ? 'that' : 'theirs'} {conflict.of ? 'is gone: it was not live yet' : 'stays in the history'}.
        </p>
        {changes === null && <p>The other version could not be loaded.</p>}
        {changes?.length === 0 && <p>Both versions say the same.</p>}
        {changes && changes.length > 0 && (
          <>
            <p className={styles.legend}>
              <del>{isOwn ? 'The saved version' : `${who}’s version`}</del> <ins>Your version</ins>
            </p>
            <Differences all={changes} />
          </>
        )}
      </div>
    </Sheet>
  );
}
