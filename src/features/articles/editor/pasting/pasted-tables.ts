import { replaceElement } from '../make-element.ts';

/** Old pages and mails use tables for their layout. */
export function dissolveLayoutTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) if (isForLayout(table)) dissolve(table);
}

function isForLayout(table: HTMLTableElement): boolean {
  return table.querySelector('table') !== null || [...table.rows].every((row) => row.cells.length < 2);
}

function dissolve(table: HTMLTableElement): void {
  for (const cell of [...table.rows].flatMap((row) => [...row.cells])) table.before(replaceElement(cell, 'div'));
  table.remove();
}
