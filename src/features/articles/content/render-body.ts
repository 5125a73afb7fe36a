/** The body of an article as its page shows it: made once from what was saved, and for any HTML the same kind of markup. */

import { type HtmlElement, type HtmlNode, readHtml, textIn, writeHtml } from '#shared/html-tree.ts';
import type { PictureInfo } from '#shared/picture.ts';
import { withDirections } from './body-directions.ts';
import { bodyPicture } from './body-pictures.ts';
import { withStructure } from './body-structure.ts';

/** What the site knows of its own pictures, by their address in the text. */
export type OwnPictures = ReadonlyMap<string, PictureInfo>;

/** `html` is sanitised. Rendering what was rendered, once it is sanitised again, changes nothing. */
export function renderBody(html: string, pictures: OwnPictures): string {
  const page: Page = { pictures, ids: new Set(), tables: 0 };
  const blocks = withDirections(withStructure(readHtml(html)));
  return writeHtml(blocks.map((node) => shown(node, page, false))).trim();
}

type Page = {
  pictures: OwnPictures;
  /** Those that headings have already. */
  ids: Set<string>;
  tables: number;
};

function shown(node: HtmlNode, page: Page, isInTable: boolean): HtmlNode {
  if (typeof node === 'string') return node;
  const { tag, attributes } = node;
  if (tag === 'img') return bodyPicture(node, page.pictures);
  // Before those inside it get theirs: numbers follow the text.
  const label = tag === 'table' && !isInTable ? labelOf(node, (page.tables += 1)) : '';
  const children = node.children.map((child) => shown(child, page, isInTable || tag === 'table'));
  if (/^h[2-6]$/.test(tag)) return { tag, attributes: { ...attributes, id: freeId(textIn(node), page.ids) }, children };
  // What may have to be scrolled must be reached by the keyboard.
  if (tag === 'pre') return { tag, attributes: { ...attributes, tabindex: '0' }, children };
  const element = { tag, attributes, children };
  return label === '' ? element : scrollable(element, label);
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
  const text = caption ? textIn(caption).replace(/\s+/g, ' ').trim() : '';
  return text === '' ? `Table ${number}` : `Table ${number}: ${text}`;
}

const longestId = 60;

/**
 * From the heading's own words in any script, so that a link to it lasts. The prefix keeps it apart from what scripts and the
 * page name.
 */
function freeId(text: string, taken: Set<string>): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = ['section', ...words].join('-');
  const start = Array.from(slug).slice(0, longestId).join('').replace(/-$/, '');
  let id = start;
  for (let number = 2; taken.has(id); number += 1) id = `${start}-${number}`;
  taken.add(id);
  return id;
}
