import { fieldsOf, TextArea, TextField } from '#ui/forms/field.tsx';
import { articleLimits } from '../article.ts';
import { articleMessages } from '../article-messages.ts';
import { TextEditorField } from '../editor/text-editor-field.tsx';
import styles from './article-fields.module.css';
import { articleErrors } from './article-values.ts';
import type { ArticleForm } from './use-article-form.ts';

/** The fields on the writing sheet, styled like the article's page. */
export function ArticleFields({ form }: { form: ArticleForm }) {
  const { values, change } = form;
  const { field } = fieldsOf(values, change, form.failure ? articleErrors(values) : {});
  return (
    <>
      <div className={styles.title}>
        <TextField label="Title" required limit={articleLimits.title} {...field('title')} />
      </div>
      <div className={styles.description}>
        <TextArea
          label="Description"
          required
          counted
          rows={2}
          limit={articleLimits.description}
          {...field('description')}
        />
      </div>
      <TextEditorField
        key={form.editorRound}
        label="Content"
        isLabelHidden
        placeholder="Write your article content here..."
        html={values.content}
        disabled={form.isBusy}
        invalid={form.failure?.alert === articleMessages.emptyContent}
        onReady={(content) => form.normalise({ content })}
        onChange={(content) => change({ content })}
        pictures={form.pictures}
      />
    </>
  );
}
