import { useState } from 'react';
import { TitleField, titleTaker } from '#features/articles/admin/article-fields.tsx';
import { openText, useTextPictures } from '#features/articles/editor/pictures/use-text-pictures.ts';
import { TextEditorField } from '#features/articles/editor/text-editor-field.tsx';
import { TextPreview } from '#features/articles/preview/article-preview.tsx';
import { formValuesOf } from '#features/items/admin/form-values.ts';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, type ItemFormState, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckboxField, createFieldProps, SelectField, TextField } from '#ui/forms/fields.tsx';
import { FormStack, Notice, Panel } from '#ui/page/screen-parts.tsx';
import { pageKind } from '../page.kind.ts';
import type { Page } from '../page.schema.ts';
import { addressFromTitle, mostInMenu, type PagePlace, pageLimits, pageMessages, pageNotice } from '../page.ts';
import { emptyPage, type PageValues, pageErrors, pageInput, pageProblem } from './page-values.ts';

const orderDigits = { sizes: [4], separator: '' };

const places = [
  ['footer', 'In the footer'],
  ['menu', `In the menu (at most ${mostInMenu})`],
  ['none', 'Nowhere'],
] as const satisfies (readonly [PagePlace, string])[];

type Form = ItemFormState<Page, PageValues>;

export function PageForm({ guestsKeptDays, ...props }: ItemFormProps<Page> & { guestsKeptDays: number }) {
  const form = useItemForm({
    ...props,
    kind: pageKind,
    start: formValuesOf(emptyPage, props.item),
    problem: pageProblem,
    input: pageInput,
    open: openText('content'),
    ask: async (): Promise<object | null> => (text.warnIfWaiting() ? null : {}),
    pathOf: ({ isPublished, path }) => (isPublished ? path : null),
  });
  const text = useTextPictures(() => form.draft.now.current.values.content);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { values, change } = form;
  const check = pageNotice(values.content, guestsKeptDays);
  const { field } = createFieldProps(values, change, form.failure ? pageErrors(values) : {});

  return (
    <>
      <ItemForm
        form={form}
        aside={<Aside form={form} />}
        actions={
          <Button variant="quiet" onClick={() => setIsPreviewing(true)}>
            Preview
          </Button>
        }
      >
        {check && <Notice isWarning>{check}</Notice>}
        <TitleField limit={pageLimits.title} {...field('title')} />
        <TextField
          label="Address"
          hint={addressHint(props.item, values)}
          placeholder={values.title.trim() && addressFromTitle(values.title)}
          {...field('address')}
        />
        <TextEditorField
          key={form.draft.round}
          label="Content"
          placeholder="Write the page here..."
          html={values.content}
          disabled={form.isBusy}
          invalid={form.failure === pageMessages.emptyContent}
          onReady={(content) => form.draft.normalise({ content })}
          onChange={(content) => change({ content })}
          takeTitle={titleTaker(field('title'), pageLimits.title)}
          pictures={text.pictures}
        />
      </ItemForm>
      {isPreviewing && (
        <TextPreview
          values={{ ...values, title: values.title || 'Untitled page', imageAlt: '' }}
          file={form.picture.file}
          closeHref="/admin/pages"
          onClose={() => setIsPreviewing(false)}
        />
      )}
    </>
  );
}

function addressHint(item: Page | null, { address }: PageValues): string {
  const typed = address.trim();
  if (item && typed && typed !== item.address) return `The old one, /${item.address}, will lead to it permanently.`;
  return 'The end of the page’s web address, such as /privacy. Leave it empty to make it from the title.';
}

function Aside({ form }: { form: Form }) {
  const { values, change } = form;
  const { field, check } = createFieldProps(values, change);
  return (
    <>
      <Panel>
        <FormStack>
          <CheckboxField label="On the site" {...check('isPublished')} />
          <SelectField
            label="Link to it"
            value={values.place}
            options={places}
            onChange={(place) => change({ place: place as PagePlace })}
          />
          <TextField
            label="Order"
            hint="A number: the smallest comes first."
            digits={orderDigits}
            {...field('position')}
          />
        </FormStack>
      </Panel>
      <PicturePanel {...form.picture} />
    </>
  );
}
