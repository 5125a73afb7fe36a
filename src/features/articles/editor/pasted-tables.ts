/** Tables as the editor knows them: one line in each cell, no cells of headings, no tables inside of tables. */
export function flattenTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) if (isForLayout(table)) dissolve(table);
  for (const caption of body.querySelectorAll('caption')) {
    const table = caption.closest('table');
    table?.before(replaced(caption, 'p'));
  }
  for (const cell of body.querySelectorAll('th, td')) {
    for (const block of cell.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, pre, hr')) {
      if (block !== cell.lastElementChild) block.after(' ');
      block.replaceWith(...block.childNodes);
    }
    for (const list of cell.querySelectorAll('ul, ol')) list.replaceWith(...list.childNodes);
    if (cell.tagName === 'TH') embolden(replaced(cell, 'td'));
  }
}

/** Old pages and mails use tables for their layout. */
function isForLayout(table: HTMLTableElement): boolean {
  return table.querySelector('table') !== null || [...table.rows].every((row) => row.cells.length < 2);
}

function dissolve(table: HTMLTableElement): void {
  for (const cell of [...table.rows].flatMap((row) => [...row.cells])) table.before(replaced(cell, 'div'));
  table.remove();
}

function replaced(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function embolden(cell: HTMLElement): void {
  if ((cell.textContent ?? '').trim() === '') return;
  const strong = cell.ownerDocument.createElement('strong');
  strong.append(...cell.childNodes);
  cell.append(strong);
}
