import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { pluralise } from '#shared/text.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { PendingPicture } from '../pictures/pending-pictures.ts';
import { cleanPastedHtml, isOnlyOnePicture } from './pasted-html.ts';

type Pictures = {
  take: (file: File) => PendingPicture;
  insert: (range: Range, files: File[]) => void;
};

/** Handles HTML and files that are pasted or dropped; the editor handles plain text. */
export function handlePastesAndDrops(quill: Quill, pictures: Pictures): void {
  // Capture runs before the editor's own listener.
  quill.container.addEventListener('paste', (event) => paste(quill, pictures, event), { capture: true });
  quill.container.addEventListener('drop', (event) => drop(quill, pictures, event), { capture: true });
}

function paste(quill: Quill, pictures: Pictures, event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!clipboardData || !quill.isEnabled()) return;
  const html = clipboardData.getData('text/html');
  const text = clipboardData.getData('text/plain');
  const files = [...clipboardData.files];
  const range = quill.getSelection(true);
  if (quill.getFormat(range)['code-block']) return;
  if (files.length > 0 && (!html || isOnlyOnePicture(html))) pictures.insert(range, files);
  else if (html) insertHtml(quill, pictures, range, html);
  // The editor would count a Windows line break as two characters and put the caret too far on.
  else if (text) quill.clipboard.onPaste(range, { text: text.replace(/\r\n?/g, '\n') });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function drop(quill: Quill, pictures: Pictures, event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0 || !quill.isEnabled()) return;
  event.preventDefault();
  event.stopPropagation();
  pictures.insert(rangeAt(quill, event), files);
}

function insertHtml(quill: Quill, { take }: Pictures, range: Range, html: string): void {
  const { lost, ...pasted } = cleanPastedHtml(html, take);
  const { change, end } = placed(quill, range, quill.clipboard.convert(pasted));
  quill.updateContents(change, 'user');
  quill.setSelection(new Range(end, 0), 'silent');
  quill.scrollSelectionIntoView();
  if (lost > 0)
    toast.warning(
      `${pluralise(lost, 'picture')} could not be pasted. Insert ${lost === 1 ? 'it as a file' : 'them as files'}.`,
    );
}

/** A pasted list or heading at the end replaces the empty line instead of leaving it behind. */
function placed(quill: Quill, range: Range, pasted: Delta): { change: Delta; end: number } {
  const start = new Delta().retain(range.index).delete(range.length);
  const last = pasted.ops.at(-1);
  const isLine = typeof last?.insert === 'string' && last.insert.endsWith('\n');
  const { list, header, blockquote } = last?.attributes ?? {};
  const isEmptyLine = quill.getText(range.index + range.length, 1) === '\n' && quill.getLine(range.index)[1] === 0;
  if (!isLine || !isEmptyLine || !(list || header || blockquote))
    return { change: start.concat(pasted), end: range.index + pasted.length() };
  const words = pasted.slice(0, pasted.length() - 1);
  return { change: start.concat(words).retain(1, last.attributes), end: range.index + words.length() };
}

function rangeAt(quill: Quill, { clientX, clientY }: DragEvent): Range {
  const native = document.caretRangeFromPoint?.(clientX, clientY);
  const place = native && quill.selection.normalizeNative(native);
  return place ? quill.selection.normalizedToRange(place) : quill.getSelection(true);
}
