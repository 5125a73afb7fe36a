import { useEffect } from 'react';
import { TitleField, titleTaker } from '#features/articles/admin/article-fields.tsx';
import { isEmptyContent } from '#features/articles/article.ts';
import { fileNamesText, listPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import { openText, useTextPictures } from '#features/articles/editor/pictures/use-text-pictures.ts';
import { TextEditorField } from '#features/articles/editor/text-editor-field.tsx';
import { TextPreview } from '#features/articles/preview/article-preview.tsx';
import { formValuesOf } from '#features/items/admin/form-values.ts';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, type ItemFormState, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { noFocalPoint } from '#shared/item-picture.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { createFieldProps, SelectField, TextField } from '#ui/forms/fields.tsx';
import { FormStack, Notice, Panel } from '#ui/page/screen-parts.tsx';
import { pageKind } from '../page.kind.ts';
import type { Page, PageInput } from '../page.schema.ts';
import {
  addressFromTitle,
  addressProblem,
  gapsIn,
  mostInMenu,
  type PagePlace,
  pageLimits,
  pageMessages,
  pageNotice,
} from '../page.ts';

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
    start: formValuesOf(emptyPage, props.edited.item),
    problem: pageProblem,
    input: pageInput,
    open: openText('content'),
    ask: async (input, saved): Promise<object | null> =>
      text.warnIfWaiting() || !(await mayGoPublic(input, saved)) ? null : {},
    publicField: 'isPublished',
    pathOf: ({ isPublished, path }) => (isPublished ? path : null),
  });
  const { confirm, dialog } = useConfirm();

  /** Asks once: a published page with gaps has been asked about. */
  async function mayGoPublic({ isPublished, content }: PageInput, saved: Page | null): Promise<boolean> {
    const gaps = isPublished && !saved?.isPublished ? gapsIn(content ?? '') : [];
    if (gaps.length === 0) return true;
    const detail = `${gaps.join(', ')}. They are marked in the text.`;
    const question = `Publish it with ${gaps.length === 1 ? 'a gap' : `${gaps.length} gaps`}?`;
    return confirm(question, 'Publish anyway', { detail, isHarmless: true });
  }

  const text = useTextPictures(() => form.draft.get().values.content);
  const { values, change } = form;
  const check = pageNotice(values.content, guestsKeptDays);
  useEffect(() => markGaps(values.content), [values.content]);
  const { field } = createFieldProps(values, change, form.failure ? pageErrors(values) : {});

  return (
    <>
      <ItemForm
        form={form}
        aside={<Aside form={form} />}
        preview={(onClose) => (
          <TextPreview
            values={{ ...values, title: values.title || 'Untitled page', imageAlt: '' }}
            file={form.picture.file}
            closeHref="/admin/pages"
            onClose={onClose}
          />
        )}
      >
        {check && <Notice isWarning>{check}</Notice>}
        <TitleField limit={pageLimits.title} {...field('title')} />
        <TextField
          label="Address"
          hint={addressHint(props.edited.item, values)}
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
          onReady={(content) => {
            form.draft.normalise({ content });
            markGaps(content);
          }}
          onChange={(content) => change({ content })}
          takeTitle={titleTaker(field('title'), pageLimits.title)}
          pictures={text.pictures}
        />
      </ItemForm>
      {dialog}
    </>
  );
}

/** In the text of the editor, which stays as it is. A browser without highlights has the notice alone. */
function markGaps(content: string): void {
  const editor = document.querySelector('.ql-editor');
  if (!editor || !('highlights' in CSS)) return;
  const gaps = gapsIn(content);
  const texts = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
  const marks: StaticRange[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const gap of gaps) {
      const at = node.nodeValue?.indexOf(gap) ?? -1;
      const [startContainer, endContainer] = [node, node];
      if (at >= 0)
        marks.push(new StaticRange({ startContainer, startOffset: at, endContainer, endOffset: at + gap.length }));
    }
  CSS.highlights.set('gaps', new Highlight(...marks));
}

function addressHint(item: Page | null, { address }: PageValues): string {
  const typed = address.trim();
  if (item && typed && typed !== item.address) return `The old one, /${item.address}, will lead to it permanently.`;
  return 'The end of the page’s web address, such as /privacy. Leave it empty to make it from the title.';
}

function Aside({ form }: { form: Form }) {
  const { values, change } = form;
  const { field } = createFieldProps(values, change);
  return (
    <>
      <Panel>
        <FormStack>
          <SelectField
            label="Link to it"
            value={values.place}
            options={places}
            onChange={(place) => change({ place: place as PagePlace })}
          />
          <TextField
            label="Order"
            hint="Pages with smaller numbers come first."
            digits={orderDigits}
            {...field('position')}
          />
        </FormStack>
      </Panel>
      <PicturePanel {...form.picture} />
    </>
  );
}

/** An empty address is made from the title. */
const emptyPage = {
  title: '',
  address: '',
  content: '',
  place: 'footer' as PagePlace,
  position: '0',
  isPublished: false,
  imageUrl: null as string | null,
  ...noFocalPoint,
};
type PageValues = typeof emptyPage;

/** The alert that stops the form, or null. */
function pageProblem(values: PageValues): string | null {
  const errors = pageErrors(values);
  if (errors.title ?? errors.address) return errors.title ?? errors.address ?? null;
  if (isEmptyContent(values.content)) return pageMessages.emptyContent;
  const waiting = fileNamesText('picture', listPendingPictures(values.content));
  return waiting === '' ? null : `Please wait for ${waiting}, or take it out of the text.`;
}

/** What to say at each field that stops the form. */
function pageErrors({ title, address }: PageValues): { title?: string; address?: string } {
  const problem = address.trim() ? addressProblem(address.trim().normalize('NFC')) : null;
  return { ...(title.trim() ? {} : { title: pageMessages.noTitle }), ...(problem && { address: problem }) };
}

/** Without an address a new page gets one from its title. */
function pageInput({ address, position, ...values }: PageValues): PageInput {
  return {
    ...values,
    title: values.title.trim(),
    position: Number(position),
    ...(address.trim() && { address: address.trim() }),
  };
}
