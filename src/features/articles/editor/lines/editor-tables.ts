import { replaceElement } from '../make-element.ts';

/** Tables as the editor knows them: one line in each cell, headings as marked cells, no tables inside of tables. */
export function fitTablesToEditor(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) if (isForLayout(table)) dissolve(table);
  for (const table of body.querySelectorAll('table')) joinRows(table);
  for (const cell of body.querySelectorAll('th, td')) {
    for (const block of cell.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, pre, hr')) {
      if (block !== cell.lastElementChild) block.after(' ');
      block.replaceWith(...block.childNodes);
    }
    for (const list of cell.querySelectorAll('ul, ol')) list.replaceWith(...list.childNodes);
    if (!(cell instanceof HTMLTableCellElement) || cell.tagName !== 'TH') continue;
    const heads = headsOf(cell);
    replaceElement(cell, 'td').dataset.heads = heads;
  }
}

/** Old pages and mails use tables for their layout. */
function isForLayout(table: HTMLTableElement): boolean {
  return table.querySelector('table') !== null || [...table.rows].every((row) => row.cells.length < 2);
}

/** The editor would make a table of each part, and a paragraph of anything in between. */
function joinRows(table: HTMLTableElement): void {
  const body = table.ownerDocument.createElement('tbody');
  body.append(...table.rows);
  for (const row of body.rows) row.replaceChildren(...row.cells);
  table.replaceChildren(body);
}

function dissolve(table: HTMLTableElement): void {
  for (const cell of [...table.rows].flatMap((row) => [...row.cells])) table.before(replaceElement(cell, 'div'));
  table.remove();
}

/** A row of headings names columns; a heading in another row names that row. */
function headsOf(cell: HTMLTableCellElement): 'col' | 'row' {
  if (cell.scope === 'col' || cell.scope === 'row') return cell.scope;
  return [...(cell.closest('tr')?.cells ?? [])].every((other) => other.matches('th, [data-heads="col"]'))
    ? 'col'
    : 'row';
}
