import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import { localInstantText } from '#shared/instants.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { ActionRow, Notice } from '#ui/page/screen-parts.tsx';
import type { StoredDraft } from './draft-storage.ts';
import styles from './offered-drafts.module.css';
import type { Offers } from './use-offered-drafts.ts';

/** Offers the unsaved drafts of earlier visits, on this device and on others. */
export function OfferedDrafts<V extends object>({ offered, lostPicture, ...offers }: Offers<V>) {
  return (
    <>
      {lostPicture !== null && (
        <Notice isWarning>
          <p>The image “{lostPicture}” could not be kept in this browser. Please choose it again.</p>
        </Notice>
      )}
      {offered.map((draft) => (
        <Offer key={draft.id} draft={draft} {...offers} />
      ))}
    </>
  );
}

type OfferProps<V extends object> = Omit<Offers<V>, 'offered' | 'lostPicture'> & { draft: StoredDraft<V> };

function Offer<V extends object>({ draft, version, savedBy, restore, discard }: OfferProps<V>) {
  const { title, words } = draftExcerpt(draft.values);
  const isOlder = !draft.isOrphan && version !== null && draft.version !== null && draft.version < version;

  async function discardIt() {
    const undo = discard(draft);
    toast.info('The unsaved changes are discarded.', { actions: [{ label: 'Undo', onClick: undo }] });
  }

  /** Until the draft is fetched the form takes nothing: what is typed in between would not be in it. */
  async function press(button: Element, work: () => Promise<void>) {
    const form = button.closest<HTMLElement>('form, main');
    // Browsers let a second press through until they draw again.
    if (form?.inert) return;
    if (form) form.inert = true;
    await withErrorToast(work, 'Your draft could not be loaded. Please try again.');
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
        {draft.isOrphan && ' They were written for something that has since been deleted or sent.'}
      </p>
      {(title || words) && (
        <p className={styles.words}>
          {title && <strong {...languageAttributes(title)}>{title}</strong>}
          {words && <span {...languageAttributes(words)}>{words}</span>}
        </p>
      )}
      <ActionRow>
        <Button size="small" onClick={(event) => void press(event.currentTarget, () => restore(draft))}>
          Restore
        </Button>
        <Button size="small" variant="quiet" onClick={(event) => void press(event.currentTarget, discardIt)}>
          Discard
        </Button>
      </ActionRow>
    </Notice>
  );
}
