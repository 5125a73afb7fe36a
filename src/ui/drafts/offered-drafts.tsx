import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import { localInstantText } from '#shared/instants.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Actions, Notice } from '#ui/page/screen-parts.tsx';
import type { StoredDraft } from './draft-storage.ts';
import styles from './offered-drafts.module.css';

type Props<V> = {
  offered: StoredDraft<V>[];
  /** The version of the saved item. */
  version: number | null;
  savedBy: string | null;
  lostPicture: string | null;
  open: (offer: StoredDraft<V>) => Promise<StoredDraft<V>>;
  restore: (draft: StoredDraft<V>) => Promise<void>;
  /** Returns a function that undoes it. */
  discard: (offer: StoredDraft<V>) => Promise<() => void>;
  onRestored?: () => void;
};

/** Offers the unsaved drafts of earlier visits, on this device and on others. */
export function OfferedDrafts<V extends object>({ offered, lostPicture, onRestored, ...rest }: Props<V>) {
  const restore = async (draft: StoredDraft<V>) => {
    await rest.restore(draft);
    onRestored?.();
  };
  return (
    <>
      {lostPicture !== null && (
        <Notice isWarning>
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

function Offer<V extends object>({ draft, version, savedBy, open, restore, discard }: OfferProps<V>) {
  const { title, words } = draftExcerpt(draft.values);
  const isOlder = version !== null && draft.version !== null && draft.version < version;

  async function takeUp() {
    await restore(await open(draft));
  }

  async function discardIt() {
    const undo = await discard(draft);
    toast.info('The unsaved changes are discarded.', { actions: [{ label: 'Undo', onClick: undo }] });
  }

  /** Until the draft is fetched the form takes nothing: what is typed in between would not be in it. */
  async function press(button: Element, work: () => Promise<void>) {
    const form = button.closest<HTMLElement>('form, main');
    if (form) form.inert = true;
    try {
      await work();
    } catch (error) {
      toast.error(errorMessage(error, 'Your text could not be fetched. Please try again.'));
    }
    if (form) form.inert = false;
    // The pressed button disappears with its draft.
    form?.querySelector<HTMLElement>('input, textarea')?.focus();
  }

  return (
    <Notice>
      <p>
        You have unsaved changes from {localInstantText(draft.at)}.
        {isOlder &&
          ` Since then it was saved${savedBy ? ` by ${savedBy}` : ''}; you will see both versions before you save.`}
      </p>
      {(title || words) && (
        <p className={styles.words}>
          {title && <strong {...languageAttributes(title)}>{title}</strong>}
          {words && <span {...languageAttributes(words)}>{words}</span>}
        </p>
      )}
      <Actions>
        <Button size="small" onClick={(event) => void press(event.currentTarget, takeUp)}>
          Restore
        </Button>
        <Button size="small" variant="quiet" onClick={(event) => void press(event.currentTarget, discardIt)}>
          Discard
        </Button>
      </Actions>
    </Notice>
  );
}
