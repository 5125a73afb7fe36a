import type { SaveConflict } from '#shared/calls/api-error.ts';
import { localInstantText } from '#shared/instants.ts';
import { WideDialog } from '#ui/dialogs/wide-dialog.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormStack } from '#ui/page/screen-parts.tsx';
import type { ConflictResolution } from '#ui/saving/saving.ts';
import type { Difference } from './compare-versions.ts';
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
  const { title, take, told, other, end, legend } = wordsOf(conflict, isOwn);
  return (
    <WideDialog
      title={title}
      onClose={() => answer('keep editing')}
      foot={
        <>
          <Button variant="quiet" onClick={() => answer('keep editing')}>
            Back
          </Button>
          <Button variant="quiet" onClick={() => answer('load latest')}>
            {take}
          </Button>
          <Button variant="danger" onClick={() => answer('overwrite')}>
            Save mine over it
          </Button>
        </>
      }
    >
      <FormStack>
        <p>
          {told} Nothing of yours is lost: if you take {other}, yours is kept; if you save yours over it, {end}.
        </p>
        {changes === null && <p>The other version could not be loaded.</p>}
        {changes?.length === 0 && <p>Both versions say the same.</p>}
        {changes && changes.length > 0 && (
          <>
            <p className={`row ${styles.legend}`}>
              <del>{legend}</del> <ins>Your version</ins>
            </p>
            <Differences all={changes} />
          </>
        )}
      </FormStack>
    </WideDialog>
  );
}

function wordsOf({ by, at }: SaveConflict, isOwn: boolean) {
  if (isOwn)
    return {
      title: 'You have saved this elsewhere',
      told: `It was saved on ${localInstantText(at)}, in another tab or on another computer.`,
      take: 'Take the saved version',
      other: 'that version',
      end: 'that stays in the history',
      legend: 'The saved version',
    };
  const who = by ?? 'Someone';
  return {
    title: `${who} saved this in the meantime`,
    told: `${who} saved it on ${localInstantText(at)}, after you had opened it.`,
    take: 'Take their version',
    other: 'their version',
    end: 'theirs stays in the history',
    legend: `${who}’s version`,
  };
}
