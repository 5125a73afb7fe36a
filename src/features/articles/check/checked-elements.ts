import { readPictureAttributes } from '../editor/pictures/pending-pictures.ts';
import { type Seen, seenTags } from './find-mistakes.ts';

/** Characters used to detect the language. */
const longestWords = 4000;

/** The elements that the rules check, in HTML from the editor. Browser only. */
export function readCheckedElements(html: string): { seen: Seen[]; words: string } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const place of body.querySelectorAll<HTMLElement>('.picture-coming')) place.replaceWith(comingPicture(place));
  const seen = [...body.querySelectorAll(seenTags)].map((element) => ({
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    text: element.textContent ?? '',
    hasNamedPicture: [...element.querySelectorAll('img')].some((image) => image.alt.trim() !== ''),
  }));
  return { seen, words: (body.textContent ?? '').slice(0, longestWords) };
}

/** The picture is not uploaded yet, so its id stands in for the address. */
function comingPicture(place: HTMLElement): HTMLElement {
  const image = place.ownerDocument.createElement('img');
  const { id, alt } = readPictureAttributes(place);
  image.dataset.picture = id;
  if (alt !== null) image.alt = alt;
  return image;
}

/** The element of the editor that corresponds to `seen[place]`. */
export function findCheckedElement(editor: ParentNode, seen: readonly Seen[], place: number): HTMLElement | null {
  const found = editor.querySelectorAll<HTMLElement>(seenTags)[place];
  return found?.matches(seen[place]?.tag ?? '') ? found : null;
}
