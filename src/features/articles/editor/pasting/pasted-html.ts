import { fitTablesToEditor } from '../lines/editor-tables.ts';
import { figuresToLines } from '../lines/figure-lines.ts';
import { replaceElement } from '../make-element.ts';
import { convertWordLists, convertWordOnlineMarkup } from './pasted-lists.ts';
import { type Take, takeOrDropPicture } from './pasted-pictures.ts';
import { stylesToTags } from './pasted-styles.ts';

export type Pasted = {
  html: string;
  /** Pictures of other websites, and pictures that only the other program can show, such as local files. */
  lost: number;
};

const unwanted =
  // The last ones are check boxes, which come as pictures, and comment marks.
  'meta, link, title, template, noscript, object, embed, svg, button, input, select, [role="checkbox"] > img, a[href^="#cmnt"]';

const blockTag = /^(p|h[1-6]|ul|ol|div|table|blockquote|pre|hr|br)$/i;

/**
 * Prepares HTML from a word processor or another website for the editor: its words and structure, not its looks. A placeholder
 * stands for each picture that came inside the text.
 */
export function cleanPastedHtml(html: string, take: Take): Pasted {
  const document = parse(html);
  const { body } = document;
  convertWordLists(body);
  convertWordOnlineMarkup(body);
  for (const element of body.querySelectorAll(unwanted)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) stylesToTags(element);
  for (const element of body.querySelectorAll('[align]')) element.removeAttribute('align');
  for (const frame of body.querySelectorAll('iframe, video, audio')) frame.replaceWith(...linkTo(document, frame));
  for (const link of body.querySelectorAll('a')) if (!leadsAnywhere(link)) link.replaceWith(...link.childNodes);
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove();
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) if (isBlank(block)) block.remove();
  for (const said of body.querySelectorAll('[lang], [dir]')) sayDirection(said);
  for (const mark of body.querySelectorAll('mark, small, ins')) mark.replaceWith(...mark.childNodes);
  for (const struck of body.querySelectorAll('del')) replaceElement(struck, 's');
  // The editor would join adjacent code blocks into one, in one language.
  for (const code of body.querySelectorAll('pre + pre')) code.before(emptyLine(document));
  const found = { lost: 0 };
  for (const image of body.querySelectorAll('img')) takeOrDropPicture(image, found, take);
  figuresToLines(body);
  fitTablesToEditor(body);
  return { html: body.innerHTML, ...found };
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
  return new DOMParser().parseFromString(quiet, 'text/html');
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

/** Bookmarks of a document and local files lead nowhere on a website. */
function leadsAnywhere(link: HTMLAnchorElement): boolean {
  const address = link.getAttribute('href')?.trim() ?? '';
  return address !== '' && !/^(#|file:|about:|blob:|javascript:)/i.test(address);
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

/** A line break between blocks, before the first or after the last would become an empty paragraph. */
function isBetweenBlocks(line: Element): boolean {
  const isBlock = (node: Node | null) => node instanceof Element && blockTag.test(node.tagName);
  const [before, after] = [neighbour(line, 'previousSibling'), neighbour(line, 'nextSibling')];
  if (before === null && after === null) return false;
  return (before === null || isBlock(before)) && (after === null || isBlock(after));
}

function neighbour(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side];
  while (next && !(next instanceof Element) && (next.textContent ?? '').trim() === '') next = next[side];
  return next;
}

function isBlank(block: Element): boolean {
  return (block.textContent ?? '').trim() === '' && !block.querySelector('img, hr, table');
}
