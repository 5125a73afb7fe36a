import { useSyncExternalStore } from 'react';
import { clockTimeText } from '#shared/instants.ts';
import styles from './draft-status.module.css';
import { type KeptState, useEditing } from './editing-context.ts';

type Props = {
  /** The draft of the form, whether it differs from what is saved, and whether nothing is saved yet. */
  kept: { id: string; isDirty: boolean; isNew: boolean };
  /** When this form last saved and stayed; null before. */
  savedAt?: string | null;
};

/** Says in the form where its text is, at any moment. Screen readers hear it when the place changes, not each minute. */
export function DraftStatus({ kept: { id, isDirty, isNew }, savedAt = null }: Props) {
  const { sync } = useEditing();
  const state = useSyncExternalStore(sync.watch, () => sync.stateOf(id));
  const { words, at, more } = isDirty || !isNew ? placeOf(state, isDirty, savedAt) : nothing;
  return (
    <p className={styles.line}>
      <span role="status">{words}</span>
      {at !== null && ` ${clockTimeText(at)}`}
      {more && `. ${more}`}
    </p>
  );
}

type Place = { words: string; at: string | null; more?: string | null };

const nothing: Place = { words: '', at: null };

function placeOf(state: KeptState | null, isDirty: boolean, savedAt: string | null): Place {
  if (!isDirty) return savedAt === null ? { words: 'Everything is saved.', at: null } : { words: 'Saved', at: savedAt };
  if (!state) return { words: 'Draft not saved yet', at: null };
  if (!state.isFailing && state.at !== null) return { words: 'Draft saved', at: state.at };
  if (!state.isFailing) return { words: 'Saving draft…', at: null };
  if (state.storedAt !== null) return { words: 'Draft saved in this browser', at: state.storedAt, more: state.problem };
  return { words: 'Draft not saved: leave this page open and save.', at: null };
}
