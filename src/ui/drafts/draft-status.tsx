import { useSyncExternalStore } from 'react';
import { clockTimeText } from '#shared/instants.ts';
import styles from './draft-status.module.css';
import { type KeptDraft, useDraftsContext } from './drafts-context.ts';

type Props = {
  /** The draft of the form, whether it differs from what is saved, and whether nothing is saved yet. */
  kept: { id: string; isDirty: boolean; isNew: boolean };
  /** When this form last saved and stayed; null before. */
  savedAt: string | null;
};

/** Says in the form where its text is, at any moment. Screen readers hear it when the place changes, not each minute. */
export function DraftStatus({ kept: { id, isDirty, isNew }, savedAt }: Props) {
  const { sync } = useDraftsContext();
  const state = useSyncExternalStore(sync.watch, () => sync.stateOf(id));
  const { words, at, more } = isDirty ? (state ?? { words: 'Draft not saved yet' }) : savedWords(isNew, savedAt);
  return (
    <p className={styles.line}>
      <span role="status">{words}</span>
      {at && ` ${clockTimeText(at)}`}
      {more && `. ${more}`}
    </p>
  );
}

function savedWords(isNew: boolean, savedAt: string | null): KeptDraft {
  if (isNew) return { words: '' };
  return savedAt === null ? { words: 'Everything is saved.' } : { words: 'Saved', at: savedAt };
}
