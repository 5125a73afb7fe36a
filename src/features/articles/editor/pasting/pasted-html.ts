import { fitToEditor } from '../html-blocks/fit-to-editor.ts';
import { replaceElement } from '../make-element.ts';
import { newlinesToBreaks, tidyBreaks } from './pasted-breaks.ts';
import { cleanLink } from './pasted-links.ts';
import { convertCheckLists, convertWordLists, convertWordOnlineMarkup } from './pasted-lists.ts';
import { type Take, takeOrDropPicture } from './pasted-pictures.ts';
import { addImpliedStyles, stylesToTags } from './pasted-styles.ts';

export type Pasted = {
  html: string;
  /** Pictures of other websites, and pictures that only the other program can show, such as local files. */
  lost: number;
  /** Reviewers' comments in Word. */
  comments: number;
};

const unwanted = [
  // The second are check boxes, which come as pictures.
  'meta, link, title, template, noscript, object, embed, svg, button, select, [hidden], [role="checkbox"] > img',
  // Comments, and what was deleted while changes were tracked.
  'a[href^="#cmnt"], div:has(> p > a[href^="#cmnt_ref"]), .MsoCommentReference, .msocomanchor',
  '[data-style*="mso-element:comment"], .msoDel, del[cite]',
].join(', ');

type Ways = {
  take: Take;
  /** Whether the form takes the words as its title: then they leave the text. */
  takeTitle: (words: string) => boolean;
};

/**
 * Prepares HTML from a word processor or another website for the editor: its words and structure, not its looks. A placeholder
 * stands for each picture that came inside the text.
 */
export function cleanPastedHtml(html: string, { take, takeTitle }: Ways): Pasted {
  const document = parse(html);
  const { body } = document;
  const comments = body.querySelectorAll('.msocomanchor').length;
  for (const element of body.querySelectorAll(unwanted)) element.remove();
  convertWordLists(body);
  convertWordOnlineMarkup(body);
  newlinesToBreaks(body);
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) stylesToTags(element);
  convertCheckLists(body);
  for (const element of body.querySelectorAll('[align]')) element.removeAttribute('align');
  for (const frame of body.querySelectorAll('iframe, video, audio')) frame.replaceWith(...linkTo(document, frame));
  for (const link of body.querySelectorAll('a')) cleanLink(link);
  tidyBreaks(body);
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) if (isBlank(block)) block.remove();
  for (const said of body.querySelectorAll('[lang], [dir]')) sayDirection(said);
  for (const mark of body.querySelectorAll('mark, small, ins')) mark.replaceWith(...mark.childNodes);
  for (const struck of body.querySelectorAll('del')) replaceElement(struck, 's');
  // The editor would join adjacent code blocks into one, in one language.
  for (const code of body.querySelectorAll('pre + pre')) code.before(emptyLine(document));
  const found = { lost: 0 };
  for (const image of body.querySelectorAll('img')) takeOrDropPicture(image, found, take);
  const title = titleOf(body);
  if (title && takeTitle((title.textContent ?? '').replace(/\s+/g, ' ').trim())) title.remove();
  dissolveLayoutTables(body);
  fitToEditor(body);
  return { html: body.innerHTML, comments, ...found };
}

/** Whether there is nothing to paste but one picture, which the clipboard may also hold as a file. */
export function isOnlyOnePicture(html: string): boolean {
  const { body } = parse(html);
  return body.querySelectorAll('img').length === 1 && (body.textContent ?? '').trim() === '';
}

/** Removes inline styles and scripts before parsing: the page's policy would refuse and report each of them. */
function parse(html: string): Document {
  const quiet = html
    // bounded: in the browser of anyone who pastes
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    // bounded: in the browser of anyone who pastes
    .replace(/<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='));
  const document = new DOMParser().parseFromString(quiet, 'text/html');
  addImpliedStyles(document.body, html);
  return document;
}

function linkTo(document: Document, frame: Element): HTMLElement[] {
  const address = frame.getAttribute('src') ?? '';
  if (!/^https?:\/\//i.test(address)) return [];
  const paragraph = document.createElement('p');
  const link = paragraph.appendChild(document.createElement('a'));
  link.href = address;
  link.textContent = address;
  return [paragraph];
}

/** Word processors write language and direction everywhere. */
function sayDirection(element: Element): void {
  if (element.getAttribute('dir') === 'rtl') element.classList.add('ql-direction-rtl');
  element.removeAttribute('dir');
  element.removeAttribute('lang');
}

function emptyLine(document: Document): HTMLElement {
  const line = document.createElement('p');
  line.append(document.createElement('br'));
  return line;
}

function isBlank(block: Element): boolean {
  return (block.textContent ?? '').trim() === '' && !block.querySelector('img, hr, table');
}

/** Word's title, or the only heading of the first level, if nothing stands before it. */
function titleOf(body: HTMLElement): Element | null {
  const [heading, another] = body.querySelectorAll('h1');
  const title = body.querySelector('.MsoTitle') ?? (another ? null : heading);
  if (!title || title.closest('table, li, blockquote')) return null;
  const before = body.ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEndBefore(title);
  return before.toString().trim() === '' && !before.cloneContents().querySelector('img, hr') ? title : null;
}

/** Old pages and mails use tables for their layout. */
function dissolveLayoutTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) if (isForLayout(table)) dissolve(table);
}

function isForLayout(table: HTMLTableElement): boolean {
  return table.querySelector('table') !== null || [...table.rows].every((row) => row.cells.length < 2);
}

function dissolve(table: HTMLTableElement): void {
  for (const cell of [...table.rows].flatMap((row) => [...row.cells])) table.before(replaceElement(cell, 'div'));
  table.remove();
}
