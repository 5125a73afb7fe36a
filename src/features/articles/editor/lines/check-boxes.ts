import type Quill from 'quill/core.js';

/** Checks or unchecks the box of the line at `index`; returns what to announce, or null for a line without a box. */
export function toggleCheckBox(quill: Quill, index: number): string | null {
  const [line] = quill.getLine(index);
  const list = line?.formats().list;
  if (list !== 'checked' && list !== 'unchecked') return null;
  const next = list === 'checked' ? 'unchecked' : 'checked';
  quill.history.cutoff();
  quill.formatLine(index, 0, 'list', next, 'user');
  quill.history.cutoff();
  return `${next === 'checked' ? 'Done' : 'Not done'}: ${line?.domNode.textContent}`;
}
