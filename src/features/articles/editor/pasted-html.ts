import { type PendingPicture, placeholderOf } from '../admin/pending-pictures.ts';
import { untangleWordLists } from './pasted-lists.ts';
import { sayInTags } from './pasted-styles.ts';
import { flattenTables } from './pasted-tables.ts';

export type Pasted = {
  html: string;
  /** Pictures that only the other program can show, such as a file on somebody's disk. */
  lost: number;
  /** Pictures that stay on another website. */
  remote: number;
};

const unwanted = 'meta, link, title, template, noscript, object, embed, svg, button, input, select';

const blockTag = /^(p|h[1-6]|ul|ol|div|table|blockquote|pre|hr|br)$/i;

/**
 * HTML from a word processor or another website as the editor should read it: its words and structure, not its looks.
 * Each picture that came inside of the text is handed to `take`, and its placeholder stands where it was.
 */
export function readPasted(html: string, take: (file: File) => PendingPicture): Pasted {
  const document = parse(html);
  const { body } = document;
  untangleWordLists(body);
  for (const element of body.querySelectorAll(unwanted)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) sayInTags(element);
  for (const element of body.querySelectorAll('[align]')) element.removeAttribute('align');
  for (const frame of body.querySelectorAll('iframe, video, audio')) frame.replaceWith(...linkTo(document, frame));
  for (const link of body.querySelectorAll('a')) if (!leadsAnywhere(link)) link.replaceWith(...link.childNodes);
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove();
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) if (isBlank(block)) block.remove();
  const found = { lost: 0, remote: 0 };
  for (const image of body.querySelectorAll('img')) sortPicture(image, found, take);
  flattenTables(body);
  return { html: body.innerHTML, ...found };
}

/** Whether there is nothing to paste but one picture, which the clipboard may also hold as a file. */
export function isOnePicture(html: string): boolean {
  const { body } = parse(html);
  return body.querySelectorAll('img').length === 1 && (body.textContent ?? '').trim() === '';
}

/** Removes inline styles and scripts before parsing: the page's policy would refuse and report each of them. */
function parse(html: string): Document {
  const quiet = html
    // bounded: in the browser of whoever pastes
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    // bounded: in the browser of whoever pastes
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

/** Bookmarks of a document, and files on somebody's disk, lead nowhere on a website. */
function leadsAnywhere(link: HTMLAnchorElement): boolean {
  const address = link.getAttribute('href')?.trim() ?? '';
  return address !== '' && !/^(#|file:|about:|blob:|javascript:)/i.test(address);
}

/** Between blocks and behind the last one a line break would become an empty paragraph. */
function isBetweenBlocks(line: Element): boolean {
  const isBlock = (node: Node | null) => node instanceof Element && blockTag.test(node.tagName);
  const [before, after] = [neighbour(line, 'previousSibling'), neighbour(line, 'nextSibling')];
  return isBlock(before) && (after === null || isBlock(after));
}

function neighbour(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side];
  while (next && !(next instanceof Element) && (next.textContent ?? '').trim() === '') next = next[side];
  return next;
}

function isBlank(block: Element): boolean {
  return (block.textContent ?? '').trim() === '' && !block.querySelector('img, hr, table');
}

function sortPicture(
  image: HTMLImageElement,
  found: Pick<Pasted, 'lost' | 'remote'>,
  take: (file: File) => PendingPicture,
): void {
  const source = image.getAttribute('src')?.trim() ?? '';
  image.setAttribute('alt', image.alt);
  const file = fileOf(source);
  if (file) image.replaceWith(placeholderOf({ ...take(file), alt: image.alt }));
  else if (/^https?:\/\//i.test(source)) found.remote += isOwn(source) ? 0 : 1;
  else if (!/^\/(?!\/)/.test(source)) {
    image.remove();
    found.lost += 1;
  }
}

function isOwn(address: string): boolean {
  return new URL(address).origin === location.origin;
}

/** A `data:` address as a file. */
function fileOf(source: string): File | null {
  // bounded: in the browser of whoever pastes
  const [, type, code] = /^data:([a-z]+\/[a-z0-9.+-]+)[^,]*;base64,([\s\S]*)$/i.exec(source) ?? [];
  if (!type || !code) return null;
  try {
    const bytes = Uint8Array.from(atob(code.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return new File([bytes], 'picture', { type: type.toLowerCase() });
  } catch {
    return null;
  }
}
