import { useRef, useState } from 'react';
import { ArticleButtons, updateHintId } from '#features/articles/admin/article-buttons.tsx';
import { ArticleFields } from '#features/articles/admin/article-fields.tsx';
import { articleProblem } from '#features/articles/admin/article-values.ts';
import { usePendingPictures } from '#features/articles/admin/pending-pictures.ts';
import {
  type ArticleFormProps,
  type ArticleForm as Held,
  useArticleForm,
} from '#features/articles/admin/use-article-form.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { BeforePublishing } from '#features/articles/check/before-publishing.tsx';
import { LanguageField } from '#features/articles/check/language-field.tsx';
import { ArticleLivePreview } from '#features/articles/preview/article-live-preview.tsx';
import { ArticlePreview } from '#features/articles/preview/article-preview.tsx';
import { PreviewLink } from '#features/articles/preview/preview-link.tsx';
import { ScheduleNotice } from '#features/articles/schedule/schedule-notice.tsx';
import { RecipientsLine } from '#features/newsletter/issues/admin/recipients-line.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { shortDate } from '#shared/dates.ts';
import { KeptLine } from '#ui/drafts/kept-line.tsx';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { useUploading } from '#ui/drafts/unsaved-context.ts';
import { CheckField } from '#ui/forms/field.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { Alert, Columns, FieldGroup, FormStack, Notice, Panel } from '#ui/page/screen.tsx';
import { PlannedLine } from '../schedule/planned-line.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { useSettings } from '../use-settings.ts';
import styles from './article-form.module.css';
import { SendingPanel } from './sending-panel.tsx';
import type { useSending } from './use-sending.ts';

type Props = ArticleFormProps & { sending: ReturnType<typeof useSending> };

/** The form of one article; beside it its newsletter, and how it will look. */
export function ArticleForm(props: Props) {
  const { sending } = props;
  const { timeZone, societyName } = useSettings();
  const form = useArticleForm(props, timeZone);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { values, file } = form;
  return (
    <Columns
      aside={
        <>
          <SendingPanel sending={sending} article={form.article} />
          <LivePreview form={form} />
        </>
      }
    >
      <Panel>
        <Fields form={form} round={sending.round} onPreview={() => setIsPreviewing(true)} />
      </Panel>
      {form.planning.dialog && <ScheduleDialog {...form.planning.dialog} />}
      {isPreviewing && (
        <ArticlePreview values={values} file={file} societyName={societyName} onClose={() => setIsPreviewing(false)} />
      )}
    </Columns>
  );
}

type FieldsProps = { form: Held; round: string; onPreview: () => void };

function Fields({ form, round, onPreview }: FieldsProps) {
  const { article, values, isBusy } = form;
  const { timeZone } = useSettings();
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const pictures = usePendingPictures(values.content);
  useUploading(pictures.isUnstored);
  const place = useRef<HTMLFormElement>(null);

  /** An empty field takes the focus; the press then says what is wrong. */
  function check(press: () => void, ask = press) {
    if (place.current && articleProblem(values)) focusFirstError(place.current, press);
    else ask();
  }

  return (
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
        {article?.isPublished && <LiveNotice article={article} timeZone={timeZone} />}
        {article?.schedule && (
          <ScheduleNotice
            isLate={article.schedule.isLate}
            planning={form.planning}
            onTakenOut={() => place.current?.focus()}
          >
            <PlannedLine article={article} />
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
          form={form}
          disabled={isBusy || isReadingPicture || pictures.isBusy}
          check={check}
          onPublish={() => check(() => form.publish(!isUnsent))}
          onSchedule={() => check(form.saveDraft, form.schedule)}
          onPreview={onPreview}
        />
        <KeptLine kept={form.kept} savedAt={form.savedAt} />
        <Sending article={article} isUnsent={isUnsent} round={round} onChange={setIsUnsent} />
        {article && !article.isPublished && <PreviewLink articleId={article.id} timeZone={timeZone} />}
      </FormStack>
    </form>
  );
}

type SendingProps = {
  article: Article | null;
  isUnsent: boolean;
  round: string;
  onChange: (isUnsent: boolean) => void;
};

/** Whom publishing will send it to; of a live article, where 'Update' leads. */
function Sending({ article, isUnsent, round, onChange }: SendingProps) {
  if (article?.isPublished)
    return (
      <p id={updateHintId} className={styles.sending}>
        “Update” takes the article off the site. “Update live article” keeps it there.
      </p>
    );
  return (
    <div className={styles.sending}>
      <CheckField label="Publish without sending" checked={isUnsent} onChange={onChange} />
      {isUnsent ? (
        <p>No newsletter will be sent. You can send it later.</p>
      ) : (
        <RecipientsLine articleId={article?.id ?? null} round={round} />
      )}
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

function LivePreview({ form: { article, values, file } }: { form: Held }) {
  const { societyName, timeZone, defaultArticleImage } = useSettings();
  const [today] = useState(() => new Date().toISOString());
  return (
    <Panel title="How it will look">
      <ArticleLivePreview
        id={article?.id ?? 0}
        values={values}
        file={file}
        date={article?.publishedAt ?? today}
        societyName={societyName}
        timeZone={timeZone}
        fallback={defaultArticleImage}
      />
    </Panel>
  );
}
