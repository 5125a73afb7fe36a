import { localInstantText } from '#shared/instants.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen.tsx';
import type { StoredDraft } from './draft-storage.ts';

type Props<V> = {
  offered: StoredDraft<V>[];
  /** Of the saved item. */
  version: number | null;
  savedBy: string | null;
  lostPicture: string | null;
  restore: (draft: StoredDraft<V>) => Promise<void>;
  /** Answers a function that undoes it. */
  discard: (draft: StoredDraft<V>) => () => void;
  onRestored?: () => void;
};

/** Offers the unsaved drafts of earlier visits. */
export function OfferedDrafts<V>({ offered, lostPicture, onRestored, ...rest }: Props<V>) {
  const restore = async (draft: StoredDraft<V>) => {
    await rest.restore(draft);
    onRestored?.();
  };
  return (
    <>
      {lostPicture !== null && (
        <Notice>
          <p>The image “{lostPicture}” could not be kept in this browser. Please choose it again.</p>
        </Notice>
      )}
      {offered.map((draft) => (
        <Offer key={draft.id} draft={draft} {...rest} restore={restore} />
      ))}
    </>
  );
}

type OfferProps<V> = Omit<Props<V>, 'offered' | 'lostPicture'> & { draft: StoredDraft<V> };

function Offer<V>({ draft, version, savedBy, restore, discard }: OfferProps<V>) {
  const isOlder = version !== null && draft.version !== null && draft.version < version;
  return (
    <Notice>
      <p>
        You have unsaved changes from {localInstantText(draft.at)}.
        {isOlder &&
          ` Since then it was saved${savedBy ? ` by ${savedBy}` : ''}; you will see both versions before you save.`}
      </p>
      <Actions>
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            focusForm(currentTarget);
            void restore(draft);
          }}
        >
          Restore
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={({ currentTarget }) => {
            focusForm(currentTarget);
            const undo = discard(draft);
            toast.info('The unsaved changes are discarded.', { action: { label: 'Undo', onClick: undo } });
          }}
        >
          Discard
        </Button>
      </Actions>
    </Notice>
  );
}

/** The pressed button disappears with its draft. */
function focusForm(button: Element): void {
  button.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
}
