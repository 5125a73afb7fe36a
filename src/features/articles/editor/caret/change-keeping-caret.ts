import type Quill from 'quill/core.js';
import type { Delta } from 'quill/core.js';

/** Changes the text while someone may be typing, here or in another field: caret and focus stay. Undone as a separate step. */
export function changeKeepingCaret(quill: Quill, change: Delta): void {
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
