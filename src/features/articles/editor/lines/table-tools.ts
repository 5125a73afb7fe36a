import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { type TableContainer, type TableRow, tableId } from 'quill/formats/table.js';
import type TableModule from 'quill/modules/table.js';
import { makeElement } from '../make-element.ts';

const headingRow = 'Heading row';
const tools: [name: string, change: (quill: Quill, module: TableModule) => void][] = [
  ['Add row', (_, module) => module.insertRowBelow()],
  ['Remove row', (_, module) => module.deleteRow()],
  ['Add column', addColumn],
  ['Remove column', (_, module) => module.deleteColumn()],
  [headingRow, (quill, module) => setHeadingRow(quill, !hasHeadingRow(tableIn(module)))],
  ['Remove table', (_, module) => module.deleteTable()],
];

/** Buttons for the table that the caret is in; hidden elsewhere. */
export function makeTableTools(quillOf: () => Quill): HTMLElement {
  const buttons = tools.map(([name, change]) => {
    const button = makeElement('button', { type: 'button', class: 'table-tool', tabindex: '-1' }, name);
    button.addEventListener('click', () => {
      const quill = quillOf();
      if (!quill.isEnabled()) return;
      quill.focus();
      quill.history.cutoff();
      keepingCell(quill, () => change(quill, moduleOf(quill)));
      quill.history.cutoff();
    });
    return button;
  });
  return makeElement('span', { role: 'group', 'aria-label': 'Table', hidden: '' }, ...buttons);
}

export function updateTableTools(tools: HTMLElement, quill: Quill): void {
  const table = tableIn(moduleOf(quill));
  // While a button or a dialog has the focus, the table stays the one to change.
  if (!table && !quill.getSelection()) return;
  tools.hidden = table === null;
  const stop = tools.querySelector<HTMLElement>('[tabindex="0"]');
  const first = tools.parentElement?.querySelector('button');
  if (tools.hidden && stop && first) [stop.tabIndex, first.tabIndex] = [-1, 0];
  for (const button of tools.querySelectorAll('button'))
    if (button.textContent === headingRow) button.setAttribute('aria-pressed', String(hasHeadingRow(table)));
}

/** The caret stays in its cell, or in the one that has its place. */
function keepingCell(quill: Quill, change: () => void): void {
  const [, row, cell] = moduleOf(quill).getTable();
  const table = tableIn(moduleOf(quill));
  const [rowIndex, column] = [row?.rowOffset() ?? 0, cell?.cellOffset() ?? 0];
  change();
  if (!table?.domNode.isConnected) return;
  const left = rowsOf(table)[Math.min(rowIndex, rowsOf(table).length - 1)]?.children;
  const next = left?.at(Math.min(column, left.length - 1));
  if (next) quill.setSelection(quill.getIndex(next) + next.length() - 1, 0, 'user');
}

/** Two columns and two rows below a row of headings, after the line of the caret or in its place if it is empty. */
export function insertTable(quill: Quill): void {
  const { index } = quill.getSelection(true);
  const table = tableIn(moduleOf(quill));
  const block = table ?? quill.getLine(index)[0];
  if (!block) return;
  const isEmpty = !table && block.length() === 1;
  const at = quill.getIndex(block) + (isEmpty ? 0 : block.length());
  // Two tables side by side would be one.
  const change = new Delta().retain(at).insert(table ? '\n' : '');
  for (const heads of ['col', null, null])
    change.insert('\n\n', { table: tableId(), ...(heads && { 'header-cell': heads }) });
  const isBeforeText = at < quill.getLength() && !quill.getFormat(at).table;
  quill.history.cutoff();
  quill.updateContents(change.insert(isBeforeText ? '' : '\n'), 'user');
  quill.history.cutoff();
  quill.setSelection(at + (table ? 1 : 0), 0, 'user');
}

function addColumn(quill: Quill, module: TableModule): void {
  const isHeaded = hasHeadingRow(tableIn(module));
  module.insertColumnRight();
  if (isHeaded) setHeadingRow(quill, true);
}

function setHeadingRow(quill: Quill, isHeading: boolean): void {
  const [first] = rowsOf(tableIn(moduleOf(quill)));
  if (first) quill.formatLine(quill.getIndex(first), first.length(), 'header-cell', isHeading && 'col', 'user');
}

function hasHeadingRow(table: TableContainer | null): boolean {
  const cells = rowsOf(table)[0]?.children.map((cell) => cell.formats()['header-cell'] === 'col');
  return cells?.every(Boolean) ?? false;
}

function rowsOf(table: TableContainer | null): TableRow[] {
  return table?.rows() ?? [];
}

function moduleOf(quill: Quill): TableModule {
  return quill.getModule('table') as TableModule;
}

function tableIn(module: TableModule): TableContainer | null {
  return module.getTable()[0] as unknown as TableContainer | null;
}
