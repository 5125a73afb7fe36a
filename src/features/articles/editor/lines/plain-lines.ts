import type Quill from 'quill/core.js';

const inlineFormats = ['bold', 'italic', 'underline', 'strike', 'script', 'link', 'code'];

/** Ignores that a cell is in a table. */
const plainLine = off(['header', 'list', 'blockquote', 'code-block', 'align', 'direction', 'indent', 'caption']);

/** For the toolbar. The editor's own keeps the line where nothing is selected, and drops pictures where something is. */
export function cleanFormats(quill: Quill): void {
  const { index, length } = quill.getSelection(true);
  quill.history.cutoff();
  if (length > 0) quill.formatText(index, length, off(inlineFormats), 'user');
  makePlain(quill, index, length);
  const typedNext = length > 0 ? {} : quill.getFormat();
  for (const name of inlineFormats) if (name in typedNext) quill.format(name, false, 'user');
  quill.history.cutoff();
}

/** The lines from `index` on become paragraphs. */
export function makePlain(quill: Quill, index: number, length = 0): void {
  quill.formatLine(index, length, plainLine, 'user');
}

/** An emptied text is a paragraph. Undoing one letter stays on the same line. */
export function watchEmptied(quill: Quill): void {
  quill.on('text-change', ({ ops }, _before, source) => {
    if (source !== 'user' || quill.history.ignoreChange) return;
    const deleted = ops.reduce((sum, op) => sum + (op.delete ?? 0), 0);
    if (deleted < 2 || ops.some(({ attributes }) => attributes)) return;
    // Text typed over a selection follows right after this, and keeps its line format.
    queueMicrotask(() => {
      if (quill.getLength() === 1) makePlain(quill, 0);
    });
  });
}

function off(names: string[]): Record<string, false> {
  return Object.fromEntries(names.map((name) => [name, false]));
}
