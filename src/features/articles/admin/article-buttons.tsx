import { Button } from '#ui/forms/button.tsx';
import { KeepWritingButton } from '#ui/forms/keep-writing-button.tsx';
import { Actions } from '#ui/page/screen.tsx';
import type { ArticleForm } from './use-article-form.ts';

type Props = {
  form: ArticleForm;
  disabled: boolean;
  onPublish: () => void;
  onSchedule: () => void;
  onPreview: () => void;
  /** Checks the fields before a save. */
  check: (save: () => void) => void;
};

/** Of what says, beside the buttons of a live article, where 'Update' leads. */
export const updateHintId = 'what-update-does';

/** Which buttons an article has depends on whether it is new, a draft or live (A1). */
export function ArticleButtons({ form, disabled, onPublish, onSchedule, onPreview, check }: Props) {
  const { article, isBusy } = form;
  const isLive = article?.isPublished ?? false;
  return (
    <Actions>
      {!isLive && (
        <Button disabled={disabled} onClick={onPublish}>
          Publish
        </Button>
      )}
      {!isLive && !article?.schedule && (
        <Button variant="quiet" disabled={disabled} onClick={onSchedule}>
          Schedule…
        </Button>
      )}
      {isLive && (
        <Button disabled={disabled} onClick={() => check(form.updateLive)}>
          Update live article
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={disabled}
        onClick={() => check(form.saveDraft)}
        aria-describedby={isLive ? updateHintId : undefined}
      >
        {article ? 'Update' : 'Save draft'}
      </Button>
      <KeepWritingButton disabled={isBusy} onPress={form.keepWriting} />
      <Button variant="quiet" onClick={onPreview}>
        Preview
      </Button>
      {article && (
        <Button variant="quiet" disabled={disabled} onClick={form.cancel}>
          Cancel
        </Button>
      )}
      {isBusy && (
        <span className="sr-only" role="status">
          Saving...
        </span>
      )}
    </Actions>
  );
}
