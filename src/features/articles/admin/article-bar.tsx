import { useId } from 'react';
import { DraftStatus } from '#features/drafts/draft-status.tsx';
import { shortDate } from '#shared/dates.ts';
import { pluralise, requiredFieldErrors } from '#shared/text.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { EditorBar, IconWhenNarrow } from '#ui/editor-layout/editor-layout.tsx';
import { Menu, MenuApart, MenuHint } from '#ui/editor-layout/menu.tsx';
import { Button, buttonClass } from '#ui/forms/button.tsx';
import { SaveAndStayButton } from '#ui/forms/save-and-stay-button.tsx';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import { Alert } from '#ui/page/screen-parts.tsx';
import { articleMessages } from '../article-messages.ts';
import type { ArticleForm } from './use-article-form.ts';

type Props = {
  form: ArticleForm;
  timeZone: string;
  disabled: boolean;
  /** A chosen picture is being prepared. */
  isReading: boolean;
  /** Whom publishing emails: '1 subscriber'; empty until it is known. */
  emails: string;
  onPublish: () => void;
  onPreview: () => void;
  /** Checks the fields before a button acts. */
  check: (press: () => void) => void;
};

/** The article's state and its actions, which depend on whether it is new, a draft or live (A1). */
export function ArticleBar({ form, disabled, isReading, emails, onPublish, onPreview, check, timeZone }: Props) {
  const { article, isBusy, failure, draft } = form;
  const isKept = draft.state?.at !== undefined;
  const isLive = article?.isPublished ?? false;
  // A late schedule waits for a decision.
  const isScheduled = article?.schedule?.isLate === false;
  const { ask, dialog } = useConfirm();

  async function unpublish() {
    const answer = await ask({
      message: 'Unpublish this article?',
      detail: 'Visitors no longer see it, and a newsletter on its way stops.',
      action: 'Unpublish',
      // 'Update' is what other forms call it.
      other: 'Update live article',
    });
    if (answer === 'yes') form.saveDraft();
    if (answer === 'other') form.updateLive();
  }

  const save = (
    <Button variant={isScheduled ? 'primary' : 'quiet'} disabled={disabled} onClick={() => check(form.saveDraft)}>
      {article ? 'Update' : 'Save draft'}
    </Button>
  );
  const publish = (
    <Button variant={isScheduled ? 'quiet' : 'primary'} disabled={disabled} onClick={onPublish}>
      {publishWords(article)}
    </Button>
  );

  return (
    <EditorBar
      state={<State {...{ form, timeZone, disabled, emails }} />}
      alert={
        failure && (
          <Alert>
            <p>{failure.alert}</p>
            {failure.detail && <p>{failure.detail}</p>}
            {failure.alert === articleMessages.saveFailed && isKept && <p>What you typed is kept as a draft.</p>}
          </Alert>
        )
      }
    >
      <Button variant="quiet" onClick={onPreview}>
        <IconWhenNarrow name="eye">Preview</IconWhenNarrow>
      </Button>
      {!isLive && (isScheduled ? publish : save)}
      <Menu label="More">
        <SaveAndStayButton disabled={isBusy} isReading={isReading} onPress={form.keepWriting} isHidden={isLive} />
        {!isLive && !article?.schedule && (
          <Button variant="quiet" disabled={disabled} onClick={() => check(form.schedule)}>
            Schedule…
          </Button>
        )}
        {article && isLive && (
          <LiveItems form={form} disabled={disabled} check={check} onUnpublish={() => void unpublish()} />
        )}
      </Menu>
      {isLive ? (
        <Button disabled={disabled} onClick={() => check(form.updateLive)}>
          Update live article
        </Button>
      ) : isScheduled ? (
        save
      ) : (
        publish
      )}
      {dialog}
      {isBusy && (
        <span className="sr-only" role="status">
          Saving...
        </span>
      )}
    </EditorBar>
  );
}

type LiveProps = Pick<Props, 'form' | 'disabled' | 'check'> & { onUnpublish: () => void };

function LiveItems({ form, disabled, check, onUnpublish }: LiveProps) {
  const hint = useId();
  return (
    <>
      <a
        className={buttonClass({ variant: 'quiet' })}
        href={`/articles/${form.article?.id}`}
        target="_blank"
        rel="noopener"
      >
        View article ↗
      </a>
      <MenuApart>
        <Button variant="quiet" disabled={disabled} onClick={() => check(onUnpublish)} aria-describedby={hint}>
          Update
        </Button>
        <MenuHint id={hint}>Unpublishes the article</MenuHint>
      </MenuApart>
    </>
  );
}

function publishWords(article: ArticleForm['article']): string {
  return article?.schedule ? 'Publish now' : 'Publish';
}

function State({ form, timeZone, disabled, emails }: Pick<Props, 'form' | 'timeZone' | 'disabled' | 'emails'>) {
  const { article, values, draft, status, failure } = form;
  const pill = article === null ? 'New article' : article.isPublished ? 'Published' : 'Draft';
  // The sentence of the spec names both.
  const missing = failure ? Object.values(requiredFieldErrors(values, articleMessages.missing)) : [];
  const saved = draft.get().saved.values;
  const changes = Object.entries(saved).filter(([name, value]) => values[name as keyof typeof saved] !== value).length;
  return (
    <>
      <span>
        <StatusBadge tone={article?.isPublished ? 'live' : 'quiet'}>{pill}</StatusBadge>
        {article?.isPublished && article.publishedAt && ` ${shortDate(article.publishedAt, timeZone)}`}
        {article?.schedule && ' Scheduled'}
        {article?.isPublished && changes > 0 && ` · ${pluralise(changes, 'change')} not published`}
        {article?.schedule && changes > 0 && ` · ${pluralise(changes, 'change')} not included`}
      </span>
      {!article?.isPublished && emails && (
        <span>
          {publishWords(article)} emails {emails}
        </span>
      )}
      <DraftStatus {...status} />
      {missing.length === 1 && <span>{missing[0]}.</span>}
      {failure && !article && <span>Not in the list of articles yet.</span>}
      {article && (
        <button type="button" disabled={disabled} onClick={form.cancel}>
          Cancel
        </button>
      )}
    </>
  );
}
