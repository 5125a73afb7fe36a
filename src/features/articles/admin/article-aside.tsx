import { CheckboxField, createFieldProps, TextArea, TextField } from '#ui/forms/fields.tsx';
import { MoreOptions } from '#ui/page/screen-parts.tsx';
import { articleLimits } from '../article.ts';
import type { ArticleForm } from './use-article-form.ts';

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
