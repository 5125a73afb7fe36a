import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { countOf } from '#shared/text.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { PendingPicture } from '../admin/pending-pictures.ts';
import { isOnePicture, readPasted } from './pasted-html.ts';
import { flattenTables } from './pasted-tables.ts';

type Pictures = {
  take: (file: File) => PendingPicture;
  insert: (range: Range, files: File[]) => void;
};

/** Handles what is pasted or dropped as HTML or files; the editor handles plain text. */
export function watchPasting(quill: Quill, pictures: Pictures): void {
  // Capture runs before the editor's own listener.
  quill.container.addEventListener('paste', (event) => paste(quill, pictures, event), { capture: true });
  quill.container.addEventListener('drop', (event) => drop(quill, pictures, event), { capture: true });
}

/** Stored HTML as the editor reads it. */
export function deltaOf(quill: Quill, html: string): Delta {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  flattenTables(body);
  return quill.clipboard.convert({ html: body.innerHTML });
}

function paste(quill: Quill, pictures: Pictures, event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!clipboardData || !quill.isEnabled()) return;
  const html = clipboardData.getData('text/html');
  const files = [...clipboardData.files];
  const range = quill.getSelection(true);
  if (quill.getFormat(range)['code-block']) return;
  if (files.length > 0 && (!html || isOnePicture(html))) pictures.insert(range, files);
  else if (html) insertHtml(quill, pictures, range, html);
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
  const pasted = readPasted(html, take);
  const delta = quill.clipboard.convert({ html: pasted.html });
  quill.updateContents(new Delta().retain(range.index).delete(range.length).concat(delta), 'user');
  quill.setSelection(new Range(range.index + delta.length(), 0), 'silent');
  quill.scrollSelectionIntoView();
  if (pasted.lost > 0) toast.warning(`${pictures(pasted.lost)} could not be pasted along. ${insertThem(pasted.lost)}.`);
  else if (pasted.remote > 0)
    toast.info(
      `${pictures(pasted.remote)} stayed on the other website and may vanish there. ${insertThem(pasted.remote)} to keep ${pasted.remote === 1 ? 'it' : 'them'}.`,
    );
}

function pictures(count: number): string {
  return countOf(count, 'picture');
}

function insertThem(count: number): string {
  return count === 1 ? 'Insert it as a file' : 'Insert them as files';
}

function rangeAt(quill: Quill, { clientX, clientY }: DragEvent): Range {
  const native = document.caretRangeFromPoint?.(clientX, clientY);
  const place = native && quill.selection.normalizeNative(native);
  return place ? quill.selection.normalizedToRange(place) : quill.getSelection(true);
}
