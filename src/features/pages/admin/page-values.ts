import { isEmptyContent } from '#features/articles/article.ts';
import { fileNames, pendingPictures } from '#features/articles/pictures/pending-pictures.ts';
import { type FocalPoint, focalPointOf, noFocalPoint } from '#shared/picture.ts';
import type { Page, PageInput } from '../page.schema.ts';
import { addressOfTitle, addressProblem, type PagePlace, pageMessages } from '../page.ts';

/** What the form holds; `position` as typed. */
export type PageValues = FocalPoint & {
  title: string;
  /** Empty: made from the title. */
  address: string;
  content: string;
  place: PagePlace;
  position: string;
  isPublished: boolean;
  imageUrl: string | null;
};

const emptyPage: PageValues = {
  title: '',
  address: '',
  content: '',
  place: 'footer',
  position: '0',
  isPublished: false,
  imageUrl: null,
  ...noFocalPoint,
};

export function pageValues(page: Page | null): PageValues {
  if (!page) return emptyPage;
  const { title, address, content, place, position, isPublished, imageUrl } = page;
  return { title, address, content, place, position: String(position), isPublished, imageUrl, ...focalPointOf(page) };
}

/** The alert that stops the form, or null. */
export function pageProblem(values: PageValues): string | null {
  const errors = pageErrors(values);
  if (errors.title ?? errors.address) return errors.title ?? errors.address ?? null;
  if (isEmptyContent(values.content)) return pageMessages.emptyContent;
  const waiting = fileNames('picture', pendingPictures(values.content));
  return waiting && `Please wait for ${waiting}, or take it out of the text.`;
}

/** What to say at each field that stops the form. */
export function pageErrors({ title, address }: PageValues): { title?: string; address?: string } {
  const problem = address.trim() ? addressProblem(address.trim().normalize('NFC')) : null;
  return { ...(title.trim() ? {} : { title: pageMessages.noTitle }), ...(problem && { address: problem }) };
}

/** What the page gets for its address until one is chosen. */
export function suggestedAddress({ title }: PageValues): string {
  return title.trim() ? addressOfTitle(title) : '';
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
