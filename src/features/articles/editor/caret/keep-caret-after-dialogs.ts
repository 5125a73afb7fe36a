import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { HtmlBlock } from '../html-blocks/html-block.ts';

/**
 * A closing dialog returns the focus without the caret, or in Firefox with one at the beginning: text typed or pasted then would be lost or
 * misplaced.
 */
export function keepCaretAfterDialogs(quill: Quill): void {
  let left: Range | null = null;
  quill.root.addEventListener('blur', ({ relatedTarget }) => {
    left = relatedTarget instanceof Element && relatedTarget.closest('dialog') ? quill.selection.savedRange : null;
  });
  quill.root.addEventListener('focus', () => {
    const place = left ?? (quill.getSelection() ? null : quill.selection.savedRange);
    left = null;
    if (place) quill.setSelection(place, 'silent');
    leaveHtmlBlock(quill, quill.getSelection(), place);
  });
  quill.on('selection-change', (range: Range | null, before: Range | null) => leaveHtmlBlock(quill, range, before));
}

/** An HTML block cannot be edited: moves the caret to the next or the previous line. */
function leaveHtmlBlock(quill: Quill, range: Range | null, before: Range | null): void {
  const [kept] = range?.length === 0 ? quill.getLine(range.index) : [];
  if (!range || !(kept instanceof HtmlBlock)) return;
  const beside = (side: 'prev' | 'next') => {
    let line = kept[side];
    while (line instanceof HtmlBlock) line = line[side];
    return line && quill.getIndex(line) + (side === 'prev' ? line.length() - 1 : 0);
  };
  const isBack = before !== null && before.index > range.index;
  const place = isBack ? (beside('prev') ?? beside('next')) : (beside('next') ?? beside('prev'));
  if (place !== null && place !== undefined) quill.setSelection(place, 0, 'silent');
}
