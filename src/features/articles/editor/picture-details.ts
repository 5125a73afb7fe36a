import type Quill from 'quill/core.js';
import { Delta, type Parchment, type Range } from 'quill/core.js';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { addLineAfterCaption } from './lines/figure-lines.ts';
import { describeEvent, type PendingPicture } from './pictures/pending-pictures.ts';
import { uploadStateOf } from './pictures/text-picture-uploads.ts';

/** An author's details of a picture. `alt`: null when not described, '' when decorative. */
export type PictureDetails = {
  alt: string | null;
  caption: string;
  isWide: boolean;
};

/** `blot`: other pictures may be added or removed before it while the dialog is open. */
export type ShownPicture = PictureDetails & { blot: Parchment.Blot; src: string | null };

const withoutAlt = 'img:not([alt], .picture-coming img, .ql-kept img), .picture-coming:not([data-alt])';

/** The pictures in the text without alt text, in order. */
export function picturesWithoutAlt(quill: Quill): HTMLElement[] {
  return [...quill.root.querySelectorAll<HTMLElement>(withoutAlt)];
}

/** The selected picture, or the one next to the cursor. */
export function pictureAtCursor(quill: Quill): ShownPicture | null {
  const range = quill.getSelection(true);
  for (const index of [range.index, range.index + range.length - 1, range.index - 1]) {
    const [leaf] = index >= 0 ? quill.getLeaf(index + 1) : [null];
    const found = leaf && findPictureOf(quill, leaf.domNode);
    if (found) return found;
  }
  return null;
}

export function findPictureOf(quill: Quill, node: Node): ShownPicture | null {
  const blot = quill.scroll.find((node instanceof Element && node.closest('.picture-coming')) || node);
  if (!blot) return null;
  const index = quill.getIndex(blot);
  const [op] = quill.getContents(index, 1).ops;
  if (typeof op?.insert !== 'object') return null;
  const pending = op.insert['picture-coming'] as PendingPicture | undefined;
  const src = (op.insert.image as string | undefined) ?? (pending ? uploadStateOf(pending.id).src : undefined);
  if (src === undefined) return null;
  const { alt = null, wide } = op.attributes ?? {};
  const { text } = captionBehind(quill, index);
  const own = pending ?? { alt: alt as string | null, isWide: wide !== undefined };
  return { blot, src, alt: own.alt, isWide: own.isWide, caption: text };
}

/** One undo step. Returns the index behind the picture and its caption; null when it is no longer in the text. */
export function describePicture(
  quill: Quill,
  { blot, caption: before }: ShownPicture,
  details: PictureDetails,
): number | null {
  if (!quill.root.contains(blot.domNode)) return null;
  const index = quill.getIndex(blot);
  const { alt, caption, isWide } = details;
  quill.history.cutoff();
  const pending = quill.getContents(index, 1).ops[0]?.insert;
  const coming = typeof pending === 'object' ? (pending['picture-coming'] as PendingPicture | undefined) : undefined;
  const delta = new Delta().retain(index);
  const attributes = { alt, wide: isWide ? 'true' : null };
  if (coming) delta.delete(1).insert({ 'picture-coming': { ...coming, alt, isWide } });
  else delta.retain(1, attributes);
  quill.updateContents(delta, 'user');
  const at = caption === before ? index : writeCaption(quill, index, caption);
  const behind = placeBehind(quill, at);
  quill.history.cutoff();
  return behind;
}

/** Text beside a picture, or between it and its caption, would separate the two. */
function placeBehind(quill: Quill, index: number): number {
  const { isThere, start, text } = captionBehind(quill, index);
  if (!isThere) return index + 1;
  const end = start + text.length;
  if (end + 1 === quill.getLength()) addLineAfterCaption(quill, end, true);
  return end + 1;
}

/** Inserts in place of `range`, as one undo step. */
export function insertLibraryPicture(quill: Quill, { index, length }: Range, { url }: LibraryPicture): void {
  quill.history.cutoff();
  quill.updateContents(new Delta().retain(index).delete(length).insert({ image: url }), 'user');
  quill.history.cutoff();
  // After the dialog has returned the focus.
  setTimeout(() => {
    quill.setSelection(index + 1, 0, 'user');
    quill.scrollSelectionIntoView();
  });
}

/** The caption below a picture that is alone on its line. */
function captionBehind(quill: Quill, index: number): { start: number; text: string; isThere: boolean } {
  const [line, offset] = quill.getLine(index);
  const start = index - offset + (line?.length() ?? 1);
  const isThere = line?.length() === 2 && quill.getFormat(start).caption === true && start < quill.getLength();
  const next = isThere ? quill.getLine(start)[0] : null;
  return { start, isThere, text: next ? quill.getText(start, next.length() - 1) : '' };
}

/** Returns where the picture is afterwards. */
function writeCaption(quill: Quill, index: number, caption: string): number {
  const { start, text, isThere } = captionBehind(quill, index);
  if (isThere && caption === '') {
    quill.deleteText(start, text.length + 1, 'user');
    return index;
  }
  if (isThere) {
    const delta = new Delta().retain(start).insert(caption).delete(text.length);
    quill.updateContents(delta, 'user');
    return index;
  }
  const [line, offset] = quill.getLine(index);
  const isLast = !line || offset === line.length() - 2;
  const delta = new Delta().retain(index);
  if (offset > 0) delta.insert('\n');
  delta.retain(1).insert('\n').insert(caption);
  // The line's own end becomes the end of the caption; what follows the picture gets a line of its own.
  if (isLast) delta.retain(1, { caption: true });
  else delta.insert('\n', { caption: true });
  quill.updateContents(delta, 'user');
  return offset > 0 ? index + 1 : index;
}

type Watching = { onPicture: (picture: ShownPicture) => void; onUndescribed: (count: number) => void };

export function watchEditorPictures(quill: Quill, { onPicture, onUndescribed }: Watching): void {
  for (const type of ['click', describeEvent])
    quill.root.addEventListener(type, ({ target }) => {
      const isPicture = target instanceof HTMLImageElement && quill.isEnabled();
      const picture = isPicture ? findPictureOf(quill, target) : null;
      if (picture) onPicture(picture);
    });
  const countUndescribed = () => onUndescribed(picturesWithoutAlt(quill).length);
  quill.on('text-change', countUndescribed);
  countUndescribed();
}
