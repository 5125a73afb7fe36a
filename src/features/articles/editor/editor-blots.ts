import { BlockEmbed } from 'quill/blots/block.js';
import Embed from 'quill/blots/embed.js';
import { makeButtonInText, makeElement } from './make-element.ts';
import {
  createImageElement,
  type PendingPicture,
  pictureSlotElement,
  readPictureAttributes,
  writePictureAttributes,
} from './pictures/pending-pictures.ts';
import { tryTextPictureAgain, uploadStateOf } from './pictures/text-picture-uploads.ts';

/** A rule between two parts of an article. */
export class Divider extends BlockEmbed {
  static override blotName = 'divider';
  static override tagName = 'HR';
}

/** A line that ends within its paragraph. */
export class LineBreak extends Embed {
  static override blotName = 'line-break';
  static override className = 'ql-line-break';
  static override tagName = 'SPAN';

  static override create(value: unknown): HTMLElement {
    const node = super.create(value) as HTMLElement;
    node.append(document.createElement('br'));
    return node;
  }

  static override value(): true {
    return true;
  }

  html(): string {
    return '<br>';
  }
}

/** A picture inserted on this page, with the reason why it is not on the site yet. */
export class PendingPictureBlot extends Embed {
  static override blotName = 'picture-coming';
  static override className = 'picture-coming';
  static override tagName = 'SPAN';

  static override create(value: PendingPicture): HTMLElement {
    const node = super.create(value) as HTMLElement;
    writePictureAttributes(node, value);
    node.append(document.createElement('img'), stateLine(value));
    showPendingPicture(node);
    return node;
  }

  static override value(node: HTMLElement): PendingPicture {
    return readPictureAttributes(node);
  }

  /** An image once it is uploaded; before, a placeholder that no saved text contains. */
  html(): string {
    const picture = readPictureAttributes(this.domNode as HTMLElement);
    const { url } = uploadStateOf(picture.id);
    return (url === null ? pictureSlotElement(picture) : createImageElement(picture, url)).outerHTML;
  }
}

/** Shows the current state. */
export function showPendingPicture(node: HTMLElement): void {
  const { id, alt, name, isWide } = readPictureAttributes(node);
  const { src, text, stuck, again } = uploadStateOf(id);
  const [image, line, words, button] = ['img', '.picture-state', '.picture-words', 'button'].map((part) =>
    node.querySelector<HTMLElement>(part),
  );
  if (!(image instanceof HTMLImageElement) || !line || !words || !button) return;
  // Writes only differences: after any change the editor goes through the whole text.
  if (image.getAttribute('alt') !== (alt ?? '')) image.alt = alt ?? '';
  labelUndescribedPicture(image, alt === null);
  image.classList.toggle('wide', isWide);
  if (src !== null && image.getAttribute('src') !== src) image.src = src;
  if (words.textContent !== text) words.textContent = text;
  if (button.textContent !== again) {
    button.textContent = again;
    button.setAttribute('aria-label', `${again}: ${name}`);
  }
  hide(image, src === null);
  hide(line, text === '');
  // The button disappears, so the focus returns to the text.
  if (stuck === null && button === document.activeElement) node.closest<HTMLElement>('.ql-editor')?.focus();
  hide(button, stuck === null);
}

/** Screen readers say in the editor that a description is missing, instead of the file's name. */
export function labelUndescribedPicture(image: HTMLElement, isUndescribed = !image.hasAttribute('alt')): void {
  if (image.hasAttribute('aria-label') === isUndescribed) return;
  if (isUndescribed) image.setAttribute('aria-label', 'Picture without a description');
  else image.removeAttribute('aria-label');
}

function hide(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

function stateLine({ id, name }: PendingPicture): HTMLElement {
  const button = makeButtonInText('Try again', () => tryTextPictureAgain(id));
  button.setAttribute('aria-label', `Try again: ${name}`);
  return makeElement('span', { class: 'picture-state' }, makeElement('span', { class: 'picture-words' }), button);
}
