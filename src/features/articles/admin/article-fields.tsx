import { lazy, Suspense, useId } from 'react';
import { TextArea, TextField } from '#ui/forms/field.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { articleLimits } from '../article.ts';
import { articleMessages } from '../article-messages.ts';
import styles from './article-fields.module.css';
import { articleErrors } from './article-values.ts';
import type { ArticleForm } from './use-article-form.ts';

const ArticleEditor = lazy(() =>
  import('../editor/article-editor.tsx').then((module) => ({ default: module.ArticleEditor })),
);

type Props = {
  form: ArticleForm;
  /** Why pictures of the text are not on the site yet. */
  stuck: string;
};

/** What is written of an article, in the look of its page. */
export function ArticleFields({ form, stuck }: Props) {
  const { values, change } = form;
  const errors = form.failure ? articleErrors(values) : {};
  return (
    <>
      <div className={styles.title}>
        <TextField
          label="Title"
          required
          limit={articleLimits.title}
          error={errors.title ?? null}
          value={values.title}
          onChange={(title) => change({ title })}
        />
      </div>
      <div className={styles.description}>
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
      </div>
      <Content form={form} stuck={stuck} />
    </>
  );
}

function Content({ form, stuck }: Props) {
  const id = useId();
  const { values, change, failure } = form;
  return (
    <div className={styles.content}>
      <span id={`${id}-content`} className="sr-only">
        Content
      </span>
      <Suspense fallback={<EditorComing />}>
        <ArticleEditor
          key={form.editorRound}
          labelledBy={`${id}-content`}
          placeholder="Write your article content here..."
          html={values.content}
          disabled={form.isBusy}
          invalid={failure?.alert === articleMessages.emptyContent}
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

function EditorComing() {
  return (
    <div className={styles.pending}>
      <Spinner />
    </div>
  );
}
