import { Button } from '#ui/forms/button.tsx';
import { KeepWritingButton } from '#ui/forms/keep-writing-button.tsx';
import { Actions } from '#ui/page/screen.tsx';
import type { Article } from '../article.schema.ts';
import type { SaveIntent } from './article-saving.ts';

type Props = {
  article: Article | null;
  isBusy: boolean;
  disabled: boolean;
  onSave: (intent: SaveIntent) => void;
  /** Asks when it is to go live. */
  onSchedule: () => void;
  onKeepWriting: () => void;
  onPreview: () => void;
  onCancel: () => void;
};

/** Of what says, beside the buttons of a live article, where 'Update' leads. */
export const updateHintId = 'what-update-does';

/** Which buttons an article has depends on whether it is new, a draft or live (A1). */
export function ArticleButtons({ article, isBusy, disabled, onPreview, onCancel, ...press }: Props) {
  const { onSave, onSchedule, onKeepWriting } = press;
  return (
    <Actions>
      {!article?.isPublished && (
        <Button disabled={disabled} onClick={() => onSave('publish')}>
          Publish
        </Button>
      )}
      {!article?.isPublished && !article?.schedule && (
        <Button variant="quiet" disabled={disabled} onClick={onSchedule}>
          Schedule…
        </Button>
      )}
      {article?.isPublished && (
        <Button disabled={disabled} onClick={() => onSave('live')}>
          Update live article
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={disabled}
        onClick={() => onSave('draft')}
        aria-describedby={article?.isPublished ? updateHintId : undefined}
      >
        {article ? 'Update' : 'Save draft'}
      </Button>
      <KeepWritingButton disabled={isBusy} onPress={onKeepWriting} />
      <Button variant="quiet" onClick={onPreview}>
        Preview
      </Button>
      {article && (
        <Button variant="quiet" disabled={disabled} onClick={onCancel}>
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
