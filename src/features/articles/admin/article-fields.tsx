import type { KeyboardEvent } from 'react';
import { requiredFieldErrors } from '#shared/text.ts';
import { CheckboxField, createFieldProps, TextArea, TextField } from '#ui/forms/fields.tsx';
import { MoreOptions } from '#ui/page/screen-parts.tsx';
import { articleLimits } from '../article.ts';
import { articleMessages } from '../article-messages.ts';
import { TextEditorField } from '../editor/text-editor-field.tsx';
import styles from './article-fields.module.css';
import type { ArticleForm } from './use-article-form.ts';

/** The fields on the writing sheet, styled like the article's page. */
export function ArticleFields({ form }: { form: ArticleForm }) {
  const { values, change } = form;
  const { field } = createFieldProps(
    values,
    change,
    form.failure ? requiredFieldErrors(values, articleMessages.missing) : {},
  );
  return (
    <>
      <TitleField limit={articleLimits.title} {...field('title')} />
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
        key={form.draft.round}
        label="Content"
        isLabelHidden
        placeholder="Write your article content here..."
        html={values.content}
        disabled={form.isBusy}
        invalid={form.failure?.alert === articleMessages.emptyContent}
        onReady={(content) => form.draft.normalise({ content })}
        onChange={(content) => change({ content })}
        takeTitle={titleTaker(field('title'), articleLimits.title)}
        pictures={form.pictures}
      />
    </>
  );
}

/** The fields that stand beside the text. */
export function ArticleOptions({ form: { values, change } }: { form: ArticleForm }) {
  const { field, check } = createFieldProps(values, change);
  return (
    <MoreOptions>
      <TextArea
        label="Excerpt"
        rows={2}
        counted="late"
        hint="Shown on cards instead of the description."
        limit={articleLimits.excerpt}
        {...field('excerpt')}
      />
      <TextField
        label="Image description"
        hint="What the image shows, for people who cannot see it."
        limit={articleLimits.imageAlt}
        {...field('imageAlt')}
      />
      <CheckboxField label="Featured article" {...check('isFeatured')} />
    </MoreOptions>
  );
}

type TitleProps = { limit: number; value: string; error: string | null; onChange: (title: string) => void };

/** One line of text, shown on as many lines as it needs. Enter goes on to the next field. */
export function TitleField({ onChange, ...props }: TitleProps) {
  return (
    <div className={styles.title} onKeyDown={goOnAtEnter}>
      <TextArea
        label="Title"
        required
        rows={1}
        {...props}
        onChange={(typed) => onChange(typed.replace(/\n$/, '').replaceAll('\n', ' '))}
      />
    </div>
  );
}

/** Takes the title of a pasted document, unless there is another one. */
export function titleTaker({ value, onChange }: Pick<TitleProps, 'value' | 'onChange'>, limit: number) {
  return (words: string): boolean => {
    if (words.length > limit || (value.trim() !== '' && value.trim() !== words)) return false;
    onChange(words);
    return true;
  };
}

function goOnAtEnter(event: KeyboardEvent): void {
  const { key, keyCode, target, nativeEvent } = event;
  // Safari says only by 229 that this Enter chooses the characters of an input method.
  if (key !== 'Enter' || nativeEvent.isComposing || keyCode === 229) return;
  // Not of its button Undo.
  if (!(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  const fields = [...(target.form?.elements ?? [])].filter((one) => one.tagName !== 'BUTTON');
  (fields[fields.indexOf(target) + 1] as HTMLElement | undefined)?.focus();
}
