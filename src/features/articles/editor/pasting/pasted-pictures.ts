import { type PendingPicture, pictureSlotElement } from '../pictures/pending-pictures.ts';
import type { Pasted } from './pasted-html.ts';

/** Makes a placeholder for a picture. */
export type Take = (file: File) => PendingPicture;

export function takeOrDropPicture(image: HTMLImageElement, found: Pick<Pasted, 'lost'>, take: Take): void {
  const source = image.getAttribute('src')?.trim() ?? '';
  const emoji = emojiOf(image, source);
  if (emoji) return image.replaceWith(emoji);
  if (altOf(image) === null) image.removeAttribute('alt');
  const file = fileOf(source);
  if (file) image.replaceWith(pictureSlotElement({ ...take(file), alt: altOf(image) }));
  else if (!isOnThisSite(source)) {
    image.remove();
    found.lost += 1;
  }
}

function isEmoji(text: string): boolean {
  return (
    /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u.test(text) &&
    /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(text)
  );
}

/** Chats, mails and blogs show emoji as pictures, described by the character; Slack has its code points in the file's name. */
function emojiOf({ alt, dataset }: HTMLImageElement, source: string): string | null {
  // bounded: in the browser of anyone who pastes
  const points = /^:[\w+:-]+:$/.test(alt) ? (/([0-9a-f]{2,5}(-[0-9a-f]{2,5})*)\.\w+$/i.exec(source)?.[1] ?? '') : '';
  const written = points && String.fromCodePoint(...points.split('-').map((point) => Number.parseInt(point, 16)));
  return [dataset.emoji ?? '', alt.trim(), written].find(isEmoji) ?? null;
}

/** Elsewhere an empty alt is seldom a choice, so the author is asked. */
function altOf(image: HTMLImageElement): string | null {
  return image.alt.trim() || null;
}

function isOnThisSite(address: string): boolean {
  if (!/^(https?:\/)?\//i.test(address) || !URL.canParse(address, location.origin)) return false;
  return new URL(address, location.origin).origin === location.origin;
}

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
