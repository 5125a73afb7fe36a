/** The text of an imported item: what no article can hold becomes links and plain text, scripts vanish, pictures and links are listed. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { escapeHtml } from '#shared/mail/mail-layout.ts';

export type BodyElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

type Where = {
  /** Where the text stood, and where the pictures beside it did. */
  url: string;
  files?: string | undefined;
  isOwn?: boolean | undefined;
};

export type Body = ReturnType<typeof readBody>;

const without = ['script', 'style', 'noscript', 'template', 'head', 'title', 'base', 'meta', 'link'];
const frames: Record<string, string> = { iframe: 'src', embed: 'src', object: 'data', video: 'src', audio: 'src' };
const emptyWhenBare = ['p', 'figure', 'div', 'span'];

/** `isOwn`: a site like this one wrote it, so that there is nothing to tidy up. */
export function readBody(html: string, { url, files = url, isOwn }: Where) {
  const document = parseDocument(html);
  const all = (...names: string[]) =>
    DomUtils.getElementsByTagName((name) => names.includes(name), document.children, true);
  for (const node of DomUtils.filter(
    (one) => one.type === 'comment' || one.type === 'directive',
    document.children,
    true,
  ))
    DomUtils.removeElement(node);
  for (const element of all(...without)) DomUtils.removeElement(element);
  for (const element of all(...Object.keys(frames))) replaceFrame(element, url);
  if (!isOwn) tidyUp(all);
  const placed = (name: string, attribute: string, base: string) =>
    all(name).flatMap((element) => {
      const written = element.attribs[attribute];
      return written === undefined ? [] : [{ element, url: absolute(written, base) }];
    });
  for (const { attribs } of all('img')) attribs.src ||= attribs['data-src'] ?? attribs['data-lazy-src'] ?? '';
  return {
    // With absolute addresses; those that cannot be read are left as they are written.
    pictures: placed('img', 'src', files),
    links: placed('a', 'href', url).filter(({ url: to }) => !/^(#|mailto:|tel:|sms:)/i.test(to)),
    html: () => DomUtils.getOuterHTML(document.children, { encodeEntities: 'utf8' }),
  };
}

type Find = (...names: string[]) => BodyElement[];

function tidyUp(all: Find): void {
  for (const element of all('figure')) {
    if (DomUtils.getElementsByTagName('figure', element.children, true).length > 0) unwrap(element);
    else if (DomUtils.getElementsByTagName('img', element.children, true).length === 0)
      Object.assign(element, { name: 'div', attribs: {} });
  }
  for (const element of all('summary')) setHtml(element, `<p><strong>${DomUtils.getInnerHTML(element)}</strong></p>`);
  for (const element of all('p', 'div')) linkBareAddress(element);
  for (const element of all(...emptyWhenBare).reverse())
    if (element.children.every((child) => 'data' in child && child.data.trim() === '')) DomUtils.removeElement(element);
}

/** Text of HTML, such as a title. */
export function textOf(html: string): string {
  return DomUtils.textContent(parseDocument(html)).replace(/\s+/g, ' ').trim();
}

export function setHtml(element: BodyElement, html: string): void {
  const nodes = parseDocument(html).children;
  for (const node of nodes) DomUtils.prepend(element, node);
  DomUtils.removeElement(element);
}

export function unwrap(element: BodyElement): void {
  for (const child of [...element.children]) DomUtils.prepend(element, child);
  DomUtils.removeElement(element);
}

export function linkTo(address: string): string {
  const safe = escapeHtml(address);
  return `<a href="${safe}">${safe}</a>`;
}

/** As a person would open it: the page of a video in place of its frame. */
export function pageOfVideo(address: string): string {
  const id = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(address)?.[1];
  return id ? `https://www.youtube.com/watch?v=${id}` : address.replace('://player.vimeo.com/video/', '://vimeo.com/');
}

function replaceFrame(element: BodyElement, base: string): void {
  const [source] = DomUtils.getElementsByTagName('source', element.children, true);
  const address = element.attribs[frames[element.name] ?? ''] ?? source?.attribs.src ?? '';
  const url = absolute(address, base);
  setHtml(element, /^https?:/.test(url) ? `<p>${linkTo(pageOfVideo(url))}</p>` : '');
}

/** Other programs show the page behind an address that stands alone. */
function linkBareAddress(element: BodyElement): void {
  const text = DomUtils.textContent(element).trim();
  if (!/^https?:\/\/\S+$/.test(text) || element.children.some((child) => 'children' in child)) return;
  setHtml(element, `<p>${linkTo(text)}</p>`);
}

function absolute(written: string, base: string): string {
  const address = written.trim();
  return !address.startsWith('#') && URL.canParse(address, base) ? new URL(address, base).href : address;
}
