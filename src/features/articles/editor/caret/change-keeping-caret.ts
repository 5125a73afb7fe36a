import type Quill from 'quill/core.js';
import type { Delta } from 'quill/core.js';

/** Changes the text while someone may type on, there or in another field: caret and focus stay. One step of its own for undoing. */
export function changeKeepingCaret(quill: Quill, change: Delta): void {
  // The editor takes the focus where the page's selection is in it, also while another element has the focus.
  if (!quill.hasFocus() && quill.getSelection()) document.getSelection()?.removeAllRanges();
  const selected = quill.getSelection();
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  if (!selected) return;
  // The editor itself leaves a caret at the place of the change before it.
  const start = change.transformPosition(selected.index);
  const end = change.transformPosition(selected.index + selected.length);
  quill.setSelection(start, end - start, 'silent');
  quill.scrollSelectionIntoView();
}
