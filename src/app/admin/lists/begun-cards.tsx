import { parseFormName } from '#features/drafts/draft.ts';
import type { ListedDraft } from '#features/drafts/draft-sender.ts';
import { timeText } from '#features/drafts/draft-status.tsx';
import { useDraftList, useDraftsContext } from '#features/drafts/drafts-context.ts';
import { tellDiscarded } from '#features/drafts/use-draft.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { ActionRow, Panel } from '#ui/page/screen-parts.tsx';
import styles from './begun-cards.module.css';

type Props = {
  kind: string;
  openKey: string | null;
  onContinue: (key: string) => void;
};

/** What this person has begun and not finished, but for the form that is open. */
export function useBegun(kind: string, openKey: string | null): (ListedDraft & { key: string })[] {
  return useDraftList().flatMap((draft) => {
    const place = parseFormName(draft.form);
    return place?.kind === kind && 'key' in place && place.key !== openKey ? [{ ...draft, key: place.key }] : [];
  });
}

export function BegunCards({ kind, openKey, onContinue }: Props) {
  const begun = useBegun(kind, openKey);
  if (begun.length === 0) return null;
  return (
    <ul className={styles.cards} aria-label="Unfinished" data-begun tabIndex={-1}>
      {begun.map(({ key, ...draft }) => (
        <li key={key}>
          <BegunCard draft={draft} onContinue={() => onContinue(key)} />
        </li>
      ))}
    </ul>
  );
}

function BegunCard({ draft, onContinue }: { draft: ListedDraft; onContinue: () => void }) {
  const { sender } = useDraftsContext();
  const { form, at, title, words } = draft;

  async function discard() {
    const before = await sender.read(form);
    await sender.discard(form);
    if (before) tellDiscarded(() => void sender.keep(form, before));
  }

  return (
    <Panel>
      <p className="small">Unfinished · Begun {timeText(at)}</p>
      {title && (
        <p>
          <strong {...languageAttributes(title)}>{title}</strong>
        </p>
      )}
      {words && (
        <p className={`clamp ${styles.words}`} {...languageAttributes(words)}>
          {words}
        </p>
      )}
      <ActionRow below>
        <Button size="small" onClick={onContinue}>
          Continue
          {title && <span className="sr-only"> {title}</span>}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void withErrorToast(discard, 'It could not be discarded. Please try again.')}
        >
          Discard
          {title && <span className="sr-only"> {title}</span>}
        </Button>
      </ActionRow>
    </Panel>
  );
}
