import Block from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Parchment } from 'quill/core.js';
import { replaceElement } from '../make-element.ts';

/**
 * The editor knows lines but no figures: a caption is a line of its own, after a picture or before a table. `figuresToLines` and
 * `linesToFigures` convert between the two.
 */
export class CaptionLine extends Block {
  static override blotName = 'caption';
  static override tagName = 'P';
  static override className = 'ql-caption';

  static override create(value: true | 'table'): HTMLElement {
    const line = super.create() as HTMLElement;
    if (value === 'table') line.dataset.of = value;
    return line;
  }

  /** 'table': belongs to the table below, whatever stands above. */
  static override formats(line: HTMLElement): true | 'table' {
    return line.dataset.of === 'table' ? 'table' : true;
  }
}

/** A header cell of a column or row. */
export const headerCell = new Parchment.Attributor('header-cell', 'data-heads', {
  scope: Parchment.Scope.BLOCK,
  whitelist: ['col', 'row'],
});

/** Adds a paragraph after a caption. `index`: where the caption ends. */
export function addLineAfterCaption(quill: Quill, index: number, caption: unknown): void {
  quill.insertText(index, '\n', { caption }, 'user');
  quill.formatLine(index + 1, 1, 'caption', false, 'user');
}

export const captionEnter = {
  key: 'Enter',
  format: ['caption'],
  suffix: /^$/,
  handler(this: { quill: Quill }, { index }: { index: number }, { format }: { format: { caption?: unknown } }) {
    addLineAfterCaption(this.quill, index, format.caption);
    this.quill.setSelection(index + 1, 0, 'silent');
  },
};

/** Turns figures and captions into lines before the editor reads the HTML. */
export function figuresToLines(body: HTMLElement): void {
  for (const caption of body.querySelectorAll('caption')) {
    const table = caption.closest('table');
    table?.before(captionOf(caption, true));
    caption.remove();
  }
  for (const figure of body.querySelectorAll('figure')) {
    const captions = [...figure.querySelectorAll('figcaption')];
    const isTable = figure.querySelector('table') !== null;
    const lines = captions.map((caption) => captionOf(caption, isTable));
    for (const caption of captions) caption.remove();
    const pictures = [...figure.children].filter((child) => child.matches('img, a, picture, .picture-coming'));
    if (pictures.length > 0) {
      const line = figure.ownerDocument.createElement('p');
      line.append(...pictures);
      figure.prepend(line);
    }
    figure.replaceWith(...(isTable ? lines : []), ...figure.childNodes, ...(isTable ? [] : lines));
  }
}

function captionOf(element: Element, isOfTable: boolean): HTMLElement {
  const line = element.ownerDocument.createElement('p');
  line.className = 'ql-caption';
  if (isOfTable) line.dataset.of = 'table';
  for (const block of element.querySelectorAll('p, div, br')) {
    if (block !== element.lastElementChild) block.after(' ');
    block.replaceWith(...block.childNodes);
  }
  line.append(...element.childNodes);
  return line;
}

/** The editor's HTML with real figures, captions and header cells. */
export function linesToFigures(html: string): string {
  if (!/ql-caption|data-heads/.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const cell of body.querySelectorAll<HTMLElement>('td[data-heads]'))
    replaceElement(cell, 'th').setAttribute('scope', cell.dataset.heads ?? 'col');
  for (const table of body.querySelectorAll('table')) writeHead(table);
  for (const line of body.querySelectorAll<HTMLElement>('p.ql-caption')) writeCaption(line);
  return body.innerHTML;
}

/** Rows of only header cells become the head. */
function writeHead(table: HTMLTableElement): void {
  const isHead = (row: HTMLTableRowElement) => [...row.cells].every((cell) => cell.matches('th[scope="col"]'));
  const first = [...table.rows].findIndex((row) => !isHead(row));
  if (first > 0) table.createTHead().append(...[...table.rows].slice(0, first));
}

function writeCaption(line: HTMLElement): void {
  const { ownerDocument: document, previousElementSibling: before, nextElementSibling: after } = line;
  const words = [...line.childNodes];
  const isOfTable = line.dataset.of === 'table';
  if (before && !isOfTable && isPictureAlone(before) && (line.textContent ?? '').trim() !== '') {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.append(...words);
    before.replaceWith(figure);
    figure.append(...before.childNodes, caption);
    line.remove();
  } else if (after instanceof HTMLTableElement && !after.caption && (line.textContent ?? '').trim() !== '') {
    after.createCaption().append(...words);
    line.remove();
  } else {
    line.removeAttribute('class');
    line.removeAttribute('data-of');
  }
}

/** True for a single picture and nothing else: a caption after it is its own. */
export function isPictureAlone(line: Element): boolean {
  const pictures = line.querySelectorAll('img, .picture-coming');
  const words = [...line.childNodes].filter(
    (node) => !(node instanceof Element && node.matches('img, .picture-coming, a')),
  );
  return line.tagName === 'P' && pictures.length === 1 && words.every((node) => (node.textContent ?? '').trim() === '');
}
