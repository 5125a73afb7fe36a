import { type ReactNode, useRef, useState } from 'react';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { shortDate } from '#shared/dates.ts';
import { KeptLine } from '#ui/drafts/kept-line.tsx';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { useUploading } from '#ui/drafts/unsaved-context.ts';
import { CheckField } from '#ui/forms/field.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { Alert, FieldGroup, FormStack, Notice } from '#ui/page/screen.tsx';
import type { Article } from '../article.schema.ts';
import { BeforePublishing } from '../check/before-publishing.tsx';
import { LanguageField } from '../check/language-field.tsx';
import { ArticlePreview } from '../preview/article-preview.tsx';
import { PreviewLink } from '../preview/preview-link.tsx';
import { ScheduleNotice } from '../schedule/schedule-notice.tsx';
import type { ScheduleDialogProps } from '../schedule/use-scheduling.ts';
import { ArticleButtons, updateHintId } from './article-buttons.tsx';
import { ArticleFields } from './article-fields.tsx';
import styles from './article-form.module.css';
import type { SaveIntent } from './article-saving.ts';
import { articleProblem } from './article-values.ts';
import { type ArticleFormProps, useArticleForm } from './use-article-form.ts';
import { usePendingPictures } from './use-pending-pictures.ts';

type Props = ArticleFormProps & {
  societyName: string;
  /** Says whom publishing will send the article to. */
  recipients: (articleId: number | null) => ReactNode;
  /** Asks when a draft is to go live. */
  scheduleDialog: (props: ScheduleDialogProps) => ReactNode;
  /** When it goes live, and to how many. */
  planned: (article: Article) => ReactNode;
};

export function ArticleForm(props: Props) {
  const form = useArticleForm(props);
  const { article, values, isBusy } = form;
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const pictures = usePendingPictures(values.content);
  useUploading(pictures.isUnstored);
  const place = useRef<HTMLFormElement>(null);

  function save(intent: SaveIntent) {
    const start = () => void form.save(intent === 'publish' && isUnsent ? 'publish only' : intent);
    if (place.current && articleProblem(values)) focusFirstError(place.current, start);
    else start();
  }

  function askSchedule() {
    const start = () => form.planning.ask((plan) => save({ plan }));
    if (place.current && articleProblem(values)) focusFirstError(place.current, () => void form.save('draft'));
    else start();
  }

  return (
    <>
      <form
        ref={place}
        tabIndex={-1}
        aria-label={article ? 'Edit article' : 'New article'}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <FormStack>
          <OfferedDrafts {...form.offers} onRestored={form.showRestored} />
          {article?.isPublished && <LiveNotice article={article} timeZone={props.timeZone} />}
          {article?.schedule && (
            <ScheduleNotice
              isLate={article.schedule.isLate}
              planning={form.planning}
              onTakenOut={() => place.current?.focus()}
            >
              {props.planned(article)}
            </ScheduleNotice>
          )}
          <FieldGroup disabled={isBusy}>
            <ArticleFields form={form} stuck={pictures.stuck} onReadingPicture={setIsReadingPicture} />
          </FieldGroup>
          <BeforePublishing html={values.content}>
            {(words) => (
              <LanguageField
                lang={values.lang}
                text={[values.title, values.description, words].join('\n')}
                onChange={(lang) => form.change({ lang })}
              />
            )}
          </BeforePublishing>
          <UploadProgress file={form.file} />
          {form.failure && (
            <Alert>
              <p>{form.failure.alert}</p>
              {form.failure.detail && <p>{form.failure.detail}</p>}
            </Alert>
          )}
          <ArticleButtons
            article={article}
            isBusy={isBusy}
            disabled={isBusy || isReadingPicture || pictures.isBusy}
            onSave={save}
            onSchedule={askSchedule}
            onKeepWriting={() => void form.keepWriting()}
            onPreview={() => setIsPreviewing(true)}
            onCancel={() => void form.cancel()}
          />
          <KeptLine kept={form.kept} savedAt={form.savedAt} />
          {article?.isPublished && (
            <p id={updateHintId} className={styles.sending}>
              “Update” takes the article off the site. “Update live article” keeps it there.
            </p>
          )}
          {!article?.isPublished && (
            <Sending isUnsent={isUnsent} onChange={setIsUnsent} recipients={props.recipients(article?.id ?? null)} />
          )}
          {article && !article.isPublished && <PreviewLink articleId={article.id} timeZone={props.timeZone} />}
        </FormStack>
      </form>
      {form.planning.asked && props.scheduleDialog(form.planning.asked)}
      {isPreviewing && (
        <ArticlePreview
          values={values}
          file={form.file}
          societyName={props.societyName}
          onClose={() => setIsPreviewing(false)}
        />
      )}
    </>
  );
}

type SendingProps = { isUnsent: boolean; onChange: (isUnsent: boolean) => void; recipients: ReactNode };

/** Whom publishing will send it to. */
function Sending({ isUnsent, onChange, recipients }: SendingProps) {
  return (
    <div className={styles.sending}>
      <CheckField label="Publish without sending" checked={isUnsent} onChange={onChange} />
      {isUnsent ? <p>No newsletter will be sent. You can send it later.</p> : recipients}
    </div>
  );
}

function LiveNotice({ article, timeZone }: { article: Article; timeZone: string }) {
  return (
    <Notice>
      <p>
        <strong>
          This article is live{article.publishedAt && ` since ${shortDate(article.publishedAt, timeZone)}`}.
        </strong>{' '}
        “Update” turns it into a draft, takes it off the site and stops its newsletter. “Update live article” keeps it
        online and sends no mail. “Save and keep writing” keeps your changes beside it, where visitors do not see them.{' '}
        <a href={`/articles/${article.id}`} target="_blank" rel="noopener">
          View article ↗
        </a>
      </p>
    </Notice>
  );
}
