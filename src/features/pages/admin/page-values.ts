import { isEmptyContent } from '#features/articles/article.ts';
import { fileNamesText, listPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import type { PageInput } from '../page.schema.ts';
import { addressProblem, type PagePlace, pageMessages } from '../page.ts';

/** An empty address is made from the title. */
export const emptyPage = {
  title: '',
  address: '',
  content: '',
  place: 'footer' as PagePlace,
  position: '0',
  isPublished: false,
  imageUrl: null as string | null,
  ...noFocalPoint,
};
export type PageValues = typeof emptyPage;

/** The alert that stops the form, or null. */
export function pageProblem(values: PageValues): string | null {
  const errors = pageErrors(values);
  if (errors.title ?? errors.address) return errors.title ?? errors.address ?? null;
  if (isEmptyContent(values.content)) return pageMessages.emptyContent;
  const waiting = fileNamesText('picture', listPendingPictures(values.content));
  return waiting === '' ? null : `Please wait for ${waiting}, or take it out of the text.`;
}

/** What to say at each field that stops the form. */
export function pageErrors({ title, address }: PageValues): { title?: string; address?: string } {
  const problem = address.trim() ? addressProblem(address.trim().normalize('NFC')) : null;
  return { ...(title.trim() ? {} : { title: pageMessages.noTitle }), ...(problem && { address: problem }) };
}

/** Without an address a new page gets one from its title. */
export function pageInput({ address, position, ...values }: PageValues): PageInput {
  return {
    ...values,
    title: values.title.trim(),
    position: Number(position),
    ...(address.trim() && { address: address.trim() }),
  };
}
