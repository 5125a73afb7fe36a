import { figuresToLines } from '../lines/figure-lines.ts';
import { replaceElement } from '../make-element.ts';
import { codeLanguageIn } from './normalised-html.ts';

/** HTML in the editor's own terms: figures and captions as lines, cells of one line each, the language of code where it looks for it. */
export function fitToEditor(body: HTMLElement): void {
  for (const code of body.querySelectorAll<HTMLElement>('pre:not([data-language]) > code'))
    code.parentElement?.setAttribute('data-language', codeLanguageIn(code.className));
  figuresToLines(body);
  for (const table of body.querySelectorAll('table')) joinRows(table);
  for (const cell of body.querySelectorAll<HTMLTableCellElement>('th, td')) {
    toOneLine(cell);
    if (cell.tagName !== 'TH') continue;
    const heads = headsOf(cell);
    replaceElement(cell, 'td').dataset.heads = heads;
  }
}

/** The editor's mark of a line that ends within its paragraph. */
export function lineBreak({ ownerDocument }: Element): HTMLElement {
  return Object.assign(ownerDocument.createElement('span'), { className: 'ql-line-break' });
}

/** The editor would make a table of each part, and a paragraph of anything in between. */
function joinRows(table: HTMLTableElement): void {
  const body = table.ownerDocument.createElement('tbody');
  body.append(...table.rows);
  for (const row of body.rows) row.replaceChildren(...row.cells);
  table.replaceChildren(body);
}

/** A row of headings names columns; a heading in another row names that row. */
function headsOf(cell: HTMLTableCellElement): 'col' | 'row' {
  if (cell.scope === 'col' || cell.scope === 'row') return cell.scope;
  return [...(cell.closest('tr')?.cells ?? [])].every((other) => other.matches('th, [data-heads="col"]'))
    ? 'col'
    : 'row';
}

function toOneLine(cell: HTMLElement): void {
  for (const list of cell.querySelectorAll('ul, ol')) list.replaceWith(...list.childNodes);
  for (const block of cell.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, pre, hr')) {
    if (block !== cell.lastElementChild) block.after(lineBreak(block));
    block.replaceWith(...block.childNodes);
  }
  for (const line of cell.querySelectorAll('.ql-line-break')) {
    while (line.nextSibling?.textContent?.trim() === '' && line.nextSibling instanceof Text) line.nextSibling.remove();
    const { nextSibling: next } = line;
    if (!next || (next instanceof Element && next.matches('.ql-line-break'))) line.remove();
  }
}
