import type Quill from 'quill/core.js';

const inlineFormats = ['bold', 'italic', 'underline', 'strike', 'script', 'link', 'code'];

/** Ignores that a cell belongs to a table. */
const plainLine = off(['header', 'list', 'blockquote', 'code-block', 'align', 'direction', 'indent', 'caption']);

/** For the toolbar. Quill's own keeps the line format without a selection, and drops selected pictures. */
export function cleanFormats(quill: Quill): void {
  const { index, length } = quill.getSelection(true);
  quill.history.cutoff();
  if (length > 0) quill.formatText(index, length, off(inlineFormats), 'user');
  linesToParagraphs(quill, index, length);
  const typedNext = length > 0 ? {} : quill.getFormat();
  for (const name of inlineFormats) if (name in typedNext) quill.format(name, false, 'user');
  quill.history.cutoff();
}

/** Turns the lines from `index` on into paragraphs. */
export function linesToParagraphs(quill: Quill, index: number, length = 0): void {
  quill.formatLine(index, length, plainLine, 'user');
}

/** Turns an emptied text into a paragraph. Undoing one letter keeps the line as it is. */
export function resetFormatWhenEmptied(quill: Quill): void {
  quill.on('text-change', ({ ops }, _before, source) => {
    if (source !== 'user' || quill.history.ignoreChange) return;
    const deleted = ops.reduce((sum, op) => sum + (op.delete ?? 0), 0);
    if (deleted < 2 || ops.some(({ attributes }) => attributes)) return;
    // Text typed over a selection arrives right after this and keeps its line format.
    queueMicrotask(() => {
      if (quill.getLength() === 1) linesToParagraphs(quill, 0);
    });
  });
}

function off(names: string[]): Record<string, false> {
  return Object.fromEntries(names.map((name) => [name, false]));
}
