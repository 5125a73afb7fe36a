import { lazy, Suspense, useId } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { focalPointOf, noFocalPoint } from '#shared/picture.ts';
import { CheckField, TextArea, TextField } from '#ui/forms/field.tsx';
import { MoreOptions } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { articleLimits } from '../article.ts';
import styles from './article-fields.module.css';
import { type ArticleValues, articleErrors, contentProblem } from './article-values.ts';
import type { ArticleForm } from './use-article-form.ts';

const ArticleEditor = lazy(() =>
  import('../editor/article-editor.tsx').then((module) => ({ default: module.ArticleEditor })),
);

type Props = {
  form: ArticleForm;
  /** Why pictures of the text are not on the site yet. */
  stuck: string;
  onReadingPicture: (isReading: boolean) => void;
};

export function ArticleFields({ form, stuck, onReadingPicture }: Props) {
  const { values, change } = form;
  const errors = form.failure ? articleErrors(values) : {};
  return (
    <>
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
      <Content form={form} stuck={stuck} />
      <PictureField
        currentUrl={values.imageUrl}
        file={form.file}
        onFile={(file) => change({}, file)}
        focalPoint={{
          value: focalPointOf(values),
          stored: focalPointOf(form.now.current.saved.values),
          onChange: change,
        }}
        onLibrary={({ url, alt }) =>
          change({ imageUrl: url, ...noFocalPoint, ...(values.imageAlt ? {} : { imageAlt: alt ?? '' }) }, null)
        }
        onRemove={() => change({ imageUrl: null, ...noFocalPoint })}
        onBusy={onReadingPicture}
      />
      <ArticleOptions values={values} change={change} />
    </>
  );
}

function Content({ form, stuck }: Pick<Props, 'form' | 'stuck'>) {
  const id = useId();
  const { values, change, failure } = form;
  return (
    <div className={styles.content}>
      <span id={`${id}-content`} className={styles.label}>
        Content
      </span>
      <Suspense fallback={<EditorComing />}>
        <ArticleEditor
          key={form.editorRound}
          labelledBy={`${id}-content`}
          html={values.content}
          disabled={form.isBusy}
          invalid={failure !== null && failure.alert === contentProblem(values.content)}
          onReady={(content) => form.normalise({ content })}
          onChange={(content) => change({ content })}
          pictures={form.pictures}
        />
      </Suspense>
      <p className="sr-only" role="status">
        {stuck}
      </p>
    </div>
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

function EditorComing() {
  return (
    <div className={styles.pending}>
      <Spinner />
    </div>
  );
}
