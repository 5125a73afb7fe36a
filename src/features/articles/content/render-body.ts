/** The body of an article as its page shows it: rendered once at save, to the same kind of markup for any HTML. */
import { type HtmlElement, type HtmlNode, parseHtml, serialiseHtml, textOfNode } from '#shared/html/html-tree.ts';
import { type PictureInfo, pictureUrl } from '#shared/item-picture.ts';
import { leastWide, wideWidth } from '../article.ts';
import { withTextDirections } from './body-directions.ts';
import { normaliseStructure } from './normalise-structure.ts';
import { withNumberColumns } from './number-columns.ts';

/** The site's own pictures by their address in the text. */
export type OwnPictures = ReadonlyMap<string, PictureInfo>;

/** `html` is sanitised. Rendering a sanitised result again changes nothing. */
export function renderBody(html: string, pictures: OwnPictures): string {
  const page: Page = { pictures, ids: new Map(), tables: 0 };
  const blocks = withTextDirections(normaliseStructure(parseHtml(html)));
  return serialiseHtml(blocks.map((node) => renderNode(node, page, 'page'))).trim();
}

/** The tag of one of the site's pictures, as `renderBody` writes it. */
export function renderPicture(tag: string, info: PictureInfo): string {
  return serialiseHtml(parseHtml(tag).map((node) => (typeof node === 'string' ? node : bodyPicture(node, info))));
}

type Page = {
  pictures: OwnPictures;
  /** The ids of the headings so far, each with the last number that was added to it. */
  ids: Map<string, number>;
  tables: number;
};

/** Where something stands; 'beside': with free room beside it. */
type Place = 'page' | 'beside' | 'text' | 'table';

function renderNode(node: HtmlNode, page: Page, place: Place): HtmlNode {
  if (typeof node === 'string') return node;
  const { tag, attributes } = node;
  if (tag === 'img') return bodyPicture(node, page.pictures.get(attributes.src ?? ''), place === 'beside');
  // Numbered before the tables inside it, so that numbers follow the text.
  const label = tag === 'table' && place !== 'table' ? labelOf(node, (page.tables += 1)) : '';
  const children = node.children.map((child) => renderNode(child, page, placeIn(node, place)));
  if (/^h[2-6]$/.test(tag))
    return { tag, attributes: { ...attributes, id: freeId(textOfNode(node), page.ids) }, children };
  // A block that may scroll must be reachable by keyboard.
  if (tag === 'pre') return { tag, attributes: { ...attributes, tabindex: '0' }, children };
  const element = { tag, attributes, children };
  return label === '' ? element : scrollable(withNumberColumns(element), label);
}

function placeIn({ tag, children }: HtmlElement, place: Place): Place {
  if (tag === 'table' || place === 'table') return 'table';
  const hasCaption = children.some((child) => typeof child !== 'string' && child.tag === 'figcaption');
  return place === 'page' && (tag === 'p' || tag === 'figure') && !hasCaption ? 'beside' : 'text';
}

function scrollable(table: HtmlElement, label: string): HtmlElement {
  return {
    tag: 'div',
    attributes: { class: 'table-scroll', role: 'region', tabindex: '0', 'aria-label': label },
    children: [table],
  };
}

function labelOf(table: HtmlElement, number: number): string {
  const caption = table.children.find((child) => typeof child !== 'string' && child.tag === 'caption');
  const text = caption ? textOfNode(caption).replace(/\s+/g, ' ').trim() : '';
  return text === '' ? `Table ${number}` : `Table ${number}: ${text}`;
}

const longestId = 60;

/**
 * Made from the heading's words in any script, so that links to it keep working. The prefix avoids names used by scripts and the
 * page.
 */
function freeId(text: string, taken: Map<string, number>): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = ['section', ...words].join('-');
  const start = Array.from(slug).slice(0, longestId).join('').replace(/-$/, '');
  let number = taken.get(start) ?? 1;
  let id = start;
  while (taken.has(id)) {
    number += 1;
    id = `${start}-${number}`;
  }
  taken.set(id, 1);
  taken.set(start, number);
  return id;
}

/** In pixels, as in article.module.css: an article's text, alone and with the room at its end. */
const textWidth = 608;
const besideWidth = 852;

/** Loads lazily, in the size needed, with its space reserved. Pictures of other sites keep the sizes of their HTML. */
function bodyPicture({ attributes }: HtmlElement, info: PictureInfo | undefined, hasRoom = false): HtmlElement {
  const { src = '', alt = '', title, width, height, lang, dir } = attributes;
  const named = { src: info?.url ?? src, alt, ...(title && { title }), ...(lang && { lang }), ...(dir && { dir }) };
  const later = { loading: 'lazy', decoding: 'async' };
  const isWide = / wide /.test(` ${attributes.class ?? ''} `) && (info?.width ?? leastWide) >= leastWide;
  if (info) return ownPicture(info, { named, later, width: shownWidth(width, info), isWide, hasRoom });
  return element('img', {
    ...named,
    ...(isWide && { class: 'wide' }),
    ...(width && { width }),
    ...(height && { height }),
    ...later,
  });
}

type Attributes = Record<string, string>;
type Shown = { named: Attributes; later: Attributes; width: number; isWide: boolean; hasRoom: boolean };

function ownPicture(info: PictureInfo, { named, later, width, isWide, hasRoom }: Shown): HtmlElement {
  const fits = `min(${Math.min(width, isWide ? wideWidth : textWidth)}px, 100vw - 2rem)`;
  const sizes =
    hasRoom && !isWide && width > textWidth ? `(min-width: 76rem) ${Math.min(width, besideWidth)}px, ${fits}` : fits;
  const [avif, webp] = (['image/avif', 'image/webp'] as const).map((type) => sourceSet(info, type));
  const size = { width: String(width), height: String(Math.max(1, Math.round((width * info.height) / info.width))) };
  const wide = isWide ? { class: 'wide' } : {};
  const image = element('img', { ...named, ...wide, ...size, ...(webp && { srcset: webp, sizes }), ...later });
  const source = element('source', { type: 'image/avif', srcset: avif ?? '', sizes });
  const picture = element('picture', {}, avif ? [source, image] : [image]);
  // An element instead of a style attribute, which the content security policy would refuse.
  const placeholder = element('svg', { color: info.color, 'aria-hidden': 'true' });
  return element('span', { class: isWide ? 'picture wide' : 'picture' }, [placeholder, picture]);
}

/** The width that was set in the editor, else the picture's own. */
function shownWidth(given: string | undefined, info: PictureInfo): number {
  const wanted = /^\d{1,5}$/.test(given ?? '') ? Number(given) : 0;
  return wanted > 0 ? wanted : info.width;
}

/** Without the narrow ones, which are for rows of lists. */
function sourceSet({ variants, width }: PictureInfo, type: PictureInfo['variants'][number]['type']): string {
  const fitting = variants.filter((one) => one.type === type && (one.width > 300 || one.width === width));
  return fitting.map((variant) => `${pictureUrl(variant.url)} ${variant.width}w`).join(', ');
}

function element(tag: string, attributes: Attributes, children: HtmlElement[] = []): HtmlElement {
  return { tag, attributes, children };
}
