import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { shortDate } from '#shared/dates.ts';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { useUploading } from '#ui/drafts/unsaved-context.ts';
import { CheckField, TextArea, TextField } from '#ui/forms/field.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { Alert, FieldGroup, FormStack, MoreOptions, Notice } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { Article } from '../article.schema.ts';
import { articleLimits } from '../article.ts';
import { ArticleButtons } from './article-buttons.tsx';
import styles from './article-form.module.css';
import { ArticlePreview } from './article-preview.tsx';
import type { SaveIntent } from './article-saving.ts';
import { type ArticleValues, articleErrors, articleProblem, contentProblem } from './article-values.ts';
import { PreviewLink } from './preview-link.tsx';
import { type ArticleFormProps, useArticleForm } from './use-article-form.ts';
import { usePendingPictures } from './use-pending-pictures.ts';

const ArticleEditor = lazy(() =>
  import('../editor/article-editor.tsx').then((module) => ({ default: module.ArticleEditor })),
);

type Props = ArticleFormProps & {
  /** Says whom publishing will send the article to. */
  audience: (articleId: number | null) => ReactNode;
};

export function ArticleForm(props: Props) {
  const id = useId();
  const form = useArticleForm(props);
  const { article, values, isBusy, change } = form;
  const [isReadingPicture, setIsReadingPicture] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const pictures = usePendingPictures(values.content);
  useUploading(pictures.isUnstored);
  const place = useRef<HTMLFormElement>(null);
  const errors = form.failure ? articleErrors(values) : {};

  function save(intent: SaveIntent) {
    const start = () => void form.save(intent === 'publish' && isUnsent ? 'publish only' : intent);
    if (place.current && articleProblem(values)) focusFirstError(place.current, start);
    else start();
  }

  return (
    <>
      <form
        ref={place}
        aria-label={article ? 'Edit article' : 'New article'}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <FormStack>
          <OfferedDrafts {...form.offers} onRestored={form.showRestored} />
          {article?.isPublished && <LiveNotice article={article} timeZone={props.timeZone} />}
          <FieldGroup disabled={isBusy}>
            <TextField
              label="Title"
              required
              limit={articleLimits.title}
              error={errors.title ?? null}
              value={values.title}
              onChange={(title) => change({ title })}
            />
            <TextArea
              label="Description"
              required
              counted
              rows={2}
              limit={articleLimits.description}
              error={errors.description ?? null}
              value={values.description}
              onChange={(description) => change({ description })}
            />
            <div className={styles.content}>
              <span id={`${id}-content`} className={styles.label}>
                Content
              </span>
              <Suspense fallback={<EditorComing />}>
                <ArticleEditor
                  key={form.editorRound}
                  labelledBy={`${id}-content`}
                  html={values.content}
                  disabled={isBusy}
                  invalid={form.failure !== null && form.failure.alert === contentProblem(values.content)}
                  onReady={(content) => form.normalise({ content })}
                  onChange={(content) => change({ content })}
                  pictures={form.pictures}
                />
              </Suspense>
              <p className="sr-only" role="status">
                {pictures.stuck}
              </p>
            </div>
            <PictureField
              currentUrl={values.imageUrl}
              file={form.file}
              onFile={(file) => change({}, file)}
              onRemove={() => change({ imageUrl: null })}
              onBusy={setIsReadingPicture}
            />
            <ArticleOptions values={values} change={change} />
          </FieldGroup>
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
            onPreview={() => setIsPreviewing(true)}
            onCancel={() => void form.cancel()}
          />
          {!article?.isPublished && (
            <div className={styles.sending}>
              <CheckField label="Publish without sending" checked={isUnsent} onChange={setIsUnsent} />
              {isUnsent ? (
                <p>No newsletter will be sent. You can send it later.</p>
              ) : (
                props.audience(article?.id ?? null)
              )}
            </div>
          )}
          {article && !article.isPublished && <PreviewLink articleId={article.id} timeZone={props.timeZone} />}
        </FormStack>
      </form>
      {isPreviewing && <ArticlePreview values={values} file={form.file} onClose={() => setIsPreviewing(false)} />}
    </>
  );
}

type Options = { values: ArticleValues; change: (part: Partial<ArticleValues>) => void };

function ArticleOptions({ values, change }: Options) {
  return (
    <MoreOptions>
      <TextArea
        label="Excerpt"
        rows={2}
        counted
        hint="Shown on cards instead of the description."
        limit={articleLimits.excerpt}
        value={values.excerpt}
        onChange={(excerpt) => change({ excerpt })}
      />
      <TextField
        label="Image description"
        hint="What the image shows, for people who cannot see it."
        limit={articleLimits.imageAlt}
        value={values.imageAlt}
        onChange={(imageAlt) => change({ imageAlt })}
      />
      <CheckField
        label="Featured article"
        checked={values.isFeatured}
        onChange={(isFeatured) => change({ isFeatured })}
      />
    </MoreOptions>
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
        online and sends no mail.{' '}
        <a href={`/articles/${article.id}`} target="_blank" rel="noopener">
          View article ↗
        </a>
      </p>
    </Notice>
  );
}

function EditorComing() {
  return (
    <div className={styles.pending}>
      <Spinner />
    </div>
  );
}
