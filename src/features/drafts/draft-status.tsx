import { clockTimeText, localInstantText } from '#shared/instants.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Notice } from '#ui/page/screen-parts.tsx';
import type { DraftState } from './draft-sender.ts';
import styles from './draft-status.module.css';
import type { FormDraft } from './use-draft.ts';

/** Says in the form where its text is, at any moment. Screen readers hear it when the place changes, not each minute. */
export function DraftStatus({ words, at, more }: DraftState) {
  return (
    <p className={styles.line}>
      <span role="status">{words}</span>
      {at && ` ${clockTimeText(at)}`}
      {more && `. ${more}`}
    </p>
  );
}

type NoticeProps = {
  draft: Pick<FormDraft<object>, 'since' | 'discard'>;
  /** What is sent and never stands on the site. */
  sends?: string;
};

/** In a form that has opened with what was typed before. */
export function DraftNotice({ draft: { since, discard }, sends }: NoticeProps) {
  if (since === null) return null;
  const press = () => withErrorToast(() => discard(), 'They could not be discarded. Please try again.');
  return (
    <Notice>
      <div className={`line ${styles.notice}`}>
        <span>{sends ? `Your ${sends} from ${timeText(since)} is not sent yet.` : unpublishedText(since)}</span>
        <Button size="small" variant="quiet" onClick={() => void press()}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}

function unpublishedText(since: string): string {
  return `Your changes from ${timeText(since)} are not on the site yet.`;
}

/** With the day unless it is today. */
export function timeText(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? clockTimeText(at) : localInstantText(at);
}
