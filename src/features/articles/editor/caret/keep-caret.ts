import type Quill from 'quill/core.js';

/** A dialog that closes gives back the focus, but no caret: what is typed or pasted then would be lost. */
export function keepCaret(quill: Quill): void {
  quill.root.addEventListener('focus', () => {
    if (!quill.getSelection()) quill.setSelection(quill.selection.savedRange, 'silent');
  });
}
