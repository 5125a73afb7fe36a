import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { attachmentLabel } from '#features/uploads/attachment.ts';
import { uploadAttachment } from '#features/uploads/uploads.client.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { PictureWork } from './editor-pictures.ts';

/** Uploads a PDF and puts a link to it where the caret was. */
export async function attachPdf(quill: Quill, { api, attaching }: PictureWork, file: File): Promise<void> {
  const shown = toast.loading(`Uploading ${file.name}...`);
  attaching.add(file);
  const place = placeInText(quill);
  try {
    const uploaded = uploadAttachment(api, 'articles', file).finally(() => toast.dismiss(shown));
    const { url, name, bytes } = await uploaded;
    await editable(quill);
    if (!quill.root.isConnected)
      toast.warning(`“${file.name}” is uploaded, but its text is closed.`, {
        detail: new URL(url, location.href).href,
      });
    else insertLink(quill, place.index, { url, words: attachmentLabel(name, bytes) });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'Unknown upload error');
  } finally {
    place.forget();
    attaching.delete(file);
  }
}

/** Where the caret is now; moves along while the text changes. */
function placeInText(quill: Quill) {
  const { index, length } = quill.getSelection(true);
  const place = { index: index + length, forget: () => quill.off('text-change', follow) };
  function follow(change: Delta) {
    // Text typed at this position comes after it.
    place.index = change.transformPosition(place.index, true);
  }
  quill.on('text-change', follow);
  return place;
}

/** Keeps the link apart from the words beside it. */
function insertLink(quill: Quill, at: number, { url, words }: { url: string; words: string }): void {
  const formats = { ...quill.getFormat(at), link: null };
  const before = at > 0 && /\S/.test(quill.getText(at - 1, 1)) ? ' ' : '';
  const after = /^\s/.test(quill.getText(at, 1)) ? '' : ' ';
  const link = new Delta()
    .insert(before, formats)
    .insert(words, { ...formats, link: url })
    .insert(after, formats);
  changeKeepingCaret(quill, new Delta().retain(at).concat(link));
}

/** Waits until the editor is enabled: during a save, insertions are ignored. */
async function editable(quill: Quill): Promise<void> {
  while (quill.root.isConnected && !quill.isEnabled()) await new Promise((done) => setTimeout(done, 100));
}

/** Changes the text while someone may be typing, here or in another field: caret and focus stay. Undone as a separate step. */
function changeKeepingCaret(quill: Quill, change: Delta): void {
  // The editor takes the focus if the page's selection is inside it, even while another element has the focus.
  if (!quill.hasFocus() && quill.getSelection()) document.getSelection()?.removeAllRanges();
  const selected = quill.getSelection();
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  if (!selected) return;
  // Without this, a caret at the place of the change would stay before it.
  const start = change.transformPosition(selected.index);
  const end = change.transformPosition(selected.index + selected.length);
  quill.setSelection(start, end - start, 'silent');
  quill.scrollSelectionIntoView();
}
