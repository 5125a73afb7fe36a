import { type PendingPicture, pictureSlotElement } from '../pictures/pending-pictures.ts';
import type { Pasted } from './pasted-html.ts';

/** Makes a placeholder for a picture. */
export type Take = (file: File) => PendingPicture;

export function takeOrDropPicture(image: HTMLImageElement, found: Pick<Pasted, 'lost'>, take: Take): void {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (altOf(image) === null) image.removeAttribute('alt');
  const file = fileOf(source);
  if (file) image.replaceWith(pictureSlotElement({ ...take(file), alt: altOf(image) }));
  else if (!isOnThisSite(source) && !shownAddresses.has(source)) {
    image.remove();
    found.lost += 1;
  }
}

/** Elsewhere an empty alt is seldom a choice, so the author is asked. */
function altOf(image: HTMLImageElement): string | null {
  return image.alt.trim() || null;
}

function isOnThisSite(address: string): boolean {
  if (!/^(https?:\/)?\//i.test(address) || !URL.canParse(address, location.origin)) return false;
  return new URL(address, location.origin).origin === location.origin;
}

/** Pictures that texts on this page show; they may be moved within them, even if the site's pictures are in a bucket. */
export const shownAddresses = new Set<string>();

/** A `data:` address as a file. */
function fileOf(source: string): File | null {
  // bounded: in the browser of anyone who pastes
  const [, type, code] = /^data:([a-z]+\/[a-z0-9.+-]+)[^,]*;base64,([\s\S]*)$/i.exec(source) ?? [];
  if (!type || !code) return null;
  try {
    const bytes = Uint8Array.from(atob(code.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return new File([bytes], 'picture', { type: type.toLowerCase() });
  } catch {
    return null;
  }
}
