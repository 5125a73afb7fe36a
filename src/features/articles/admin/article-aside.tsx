import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { focalPointOf, noFocalPoint } from '#shared/picture.ts';
import { CheckField, fieldsOf, TextArea, TextField } from '#ui/forms/field.tsx';
import { MoreOptions } from '#ui/page/screen-parts.tsx';
import { articleLimits } from '../article.ts';
import type { ArticleForm } from './use-article-form.ts';

/** The picture of an article. */
export function ArticlePicture({ form, onBusy }: { form: ArticleForm; onBusy: (isReading: boolean) => void }) {
  const { values, change } = form;
  return (
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
      onBusy={onBusy}
    />
  );
}

export function ArticleOptions({ form: { values, change } }: { form: ArticleForm }) {
  const { field, check } = fieldsOf(values, change);
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
      <CheckField label="Featured article" {...check('isFeatured')} />
    </MoreOptions>
  );
}
