import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';

/**
 * A dialog that closes gives back the focus, but no caret, or in Firefox one at the beginning: what is typed or pasted then would be lost or
 * misplaced.
 */
export function keepCaret(quill: Quill): void {
  let left: Range | null = null;
  quill.root.addEventListener('blur', ({ relatedTarget }) => {
    left = relatedTarget instanceof Element && relatedTarget.closest('dialog') ? quill.selection.savedRange : null;
  });
  quill.root.addEventListener('focus', () => {
    const place = left ?? (quill.getSelection() ? null : quill.selection.savedRange);
    left = null;
    if (place) quill.setSelection(place, 'silent');
  });
}
