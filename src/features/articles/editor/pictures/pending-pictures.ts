/** Placeholders in a text for pictures that are not on the site yet. */
import { useSyncExternalStore } from 'react';
import { formImageUrl } from '#shared/item-picture.ts';
import { uploadStateOf, watchTextPictures } from './text-picture-uploads.ts';

/** Asks the editor to open the alt text of the picture that fires it. */
export const describeEvent = 'describe-picture';

/** The state of a picture is looked up by its id, so that undo never brings back an earlier state. */
export type PendingPicture = {
  id: string;
  name: string;
  alt: string | null;
  isWide: boolean;
};

export function listPendingPictures(html: string): PendingPicture[] {
  if (!html.includes('picture-coming')) return [];
  return [...parse(html).querySelectorAll<HTMLElement>('.picture-coming')].map(readPictureAttributes);
}

/** The pictures of the text that are not on the site yet. */
export function usePendingPictures(content: string) {
  const ids = listPendingPictures(content).map(({ id }) => id);
  /** Someone asked to upload some of them, so nothing can be saved until then. */
  const isBusy = useSyncExternalStore(watchTextPictures, () => ids.some((id) => uploadStateOf(id).isBusy));
  return { isBusy, isPending: ids.length > 0 };
}

/** 'the picture “bat.png”', empty without any. */
export function fileNamesText(kind: 'picture' | 'PDF', files: { name: string }[]): string {
  const names = files.map(({ name }) => `“${name}”`).join(', ');
  return names && `the ${files.length === 1 ? kind : `${kind}s`} ${names}`;
}

/** The text without pictures that are not uploaded, as the site can store it. */
export function withoutPendingPictures(html: string): string {
  if (!html.includes('picture-coming')) return html;
  const body = parse(html);
  for (const place of body.querySelectorAll('.picture-coming')) place.remove();
  // A figure needs its picture, so the caption goes too.
  for (const figure of body.querySelectorAll('figure:not(:has(img, table))')) {
    const words = document.createElement('p');
    words.append(...(figure.querySelector('figcaption')?.childNodes ?? []));
    figure.replaceWith(words);
  }
  return body.innerHTML;
}

/** For a preview: shows each picture from this device, never under its file's name. */
export function withPendingPicturesShown(html: string): string {
  if (!/<img|picture-coming/.test(html)) return html;
  const body = parse(html);
  for (const place of body.querySelectorAll<HTMLElement>('.picture-coming')) {
    const { src } = uploadStateOf(readPictureAttributes(place).id);
    if (src) place.replaceWith(createImageElement(readPictureAttributes(place), src));
  }
  for (const image of body.querySelectorAll('img')) {
    image.setAttribute('src', formImageUrl(image.getAttribute('src') ?? ''));
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
  }
  return body.innerHTML;
}

/** The placeholder of a picture, in HTML that may be stored or copied. */
export function pictureSlotElement(picture: PendingPicture): HTMLElement {
  const place = document.createElement('span');
  place.className = 'picture-coming';
  writePictureAttributes(place, picture);
  return place;
}

export function writePictureAttributes(place: HTMLElement, { id, name, alt, isWide }: PendingPicture): void {
  const said = { ...(alt !== null && { alt }), ...(isWide && { wide: 'true' }) };
  Object.assign(place.dataset, { picture: id, name, ...said });
}

export function readPictureAttributes({ dataset }: HTMLElement): PendingPicture {
  const { picture: id = '', name = 'picture', alt = null, wide } = dataset;
  return { id, name, alt, isWide: wide === 'true' };
}

export function createImageElement({ alt, isWide }: PendingPicture, src: string): HTMLElement {
  const image = document.createElement('img');
  if (alt !== null) image.setAttribute('alt', alt);
  if (isWide) image.className = 'wide';
  image.setAttribute('src', src);
  return image;
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
