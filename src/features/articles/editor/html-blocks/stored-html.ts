/**
 * Maps the editor's HTML to the stored HTML, piece by piece: untouched pieces stay byte for byte, even where the editor writes the
 * same differently (`<b>`, whitespace between paragraphs, a link that opens in place).
 */
import { Delta } from 'quill/core.js';
import { parseHtml, serialiseHtml } from '#shared/html/html-tree.ts';
import { splitBlocks } from './block-elements.ts';
import { normaliseHtml } from './normalised-html.ts';

/** `shown`: `stored` as the editor writes it. */
export type Piece = { stored: string; shown: string };

export function splitIntoBlocks(html: string): string[] {
  return splitBlocks(parseHtml(html)).map(serialiseHtml);
}

/** The editor's output, in the stored wording of `pieces` wherever the meaning is the same. */
export function withStoredWording(pieces: Piece[], written: string): string {
  const signs = createPartCharacters();
  const [before, after] = [pieces.map(({ shown }) => shown), splitIntoBlocks(written)].map(signs.write);
  let rest = pieces;
  let result = '';
  let change = { gone: [] as Piece[], come: '' };
  for (const { retain, delete: gone, insert } of [
    ...(before?.diff(after ?? before).ops ?? []),
    { retain: pieces.length },
  ]) {
    if (gone) change.gone.push(...rest.slice(0, gone));
    if (typeof insert === 'string') change.come += signs.read(insert);
    if (typeof retain === 'number') {
      result += mergeKeepingWording(change.gone, change.come) + joinStored(rest.slice(0, retain));
      change = { gone: [], come: '' };
    }
    rest = rest.slice(Number(retain ?? gone ?? 0));
  }
  return result;
}

/** The edited `pieces`, keeping their stored spelling where possible. */
function mergeKeepingWording(pieces: Piece[], written: string): string {
  if (written === '' || joinStored(pieces) === '') return written;
  const signs = createPartCharacters();
  const shown = partsOf(pieces.map((piece) => piece.shown).join(''));
  const stored = partsOf(joinStored(pieces));
  const toStored = changeOfMarkup(shown, stored, signs.write);
  if (!toStored) return written;
  const typed = signs.write(shown).diff(signs.write(partsOf(written)));
  const meaning = normaliseHtml(written);
  // If both add something in one place, either may come first.
  const ways = [false, true].map((isFirst) => signs.write(stored).compose(toStored.transform(typed, isFirst)));
  const found = ways.map((way) =>
    signs.read(way.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')),
  );
  return found.find((html) => normaliseHtml(html) === meaning) ?? written;
}

/** Splits into tags and characters. */
function partsOf(html: string): string[] {
  return html.match(/<[^<>]*>|[^<]/gu) ?? [];
}

/** The change from `shown` to `stored`. Both mean the same: only markup between the words differs. */
function changeOfMarkup(shown: string[], stored: string[], write: (parts: string[]) => Delta): Delta | null {
  const [from, to] = [splitWordsAndMarkup(shown), splitWordsAndMarkup(stored)];
  if (from.words !== to.words) return null;
  return from.gaps.reduce((change, gap, at) => {
    const other = to.gaps[at] ?? [];
    const shorter = Math.min(gap.length, other.length);
    let start = 0;
    while (start < shorter && gap[start] === other[start]) start++;
    let end = 0;
    while (end < shorter - start && gap.at(-1 - end) === other.at(-1 - end)) end++;
    const added = write(other.slice(start, other.length - end));
    return change
      .retain(start)
      .delete(gap.length - start - end)
      .concat(added)
      .retain(end + 1);
  }, new Delta());
}

function splitWordsAndMarkup(parts: string[]): { words: string; gaps: string[][] } {
  let words = '';
  const gaps: string[][] = [[]];
  for (const part of parts)
    if (part.startsWith('<') || part.trim() === '') gaps.at(-1)?.push(part);
    else {
      words += part;
      gaps.push([]);
    }
  return { words, gaps };
}

function joinStored(pieces: Piece[]): string {
  return pieces.map(({ stored }) => stored).join('');
}

/** Maps each part to one character, so that parts are compared like characters. */
function createPartCharacters() {
  const parts: string[] = [];
  const signs = new Map<string, string>();
  function signOf(part: string): string {
    const sign = signs.get(part) ?? String.fromCharCode(first + parts.length);
    if (!signs.has(part)) parts.push(part);
    signs.set(part, sign);
    return sign;
  }
  return {
    write: (texts: string[]) => new Delta().insert(texts.map(signOf).join('')),
    read: (text: string) => Array.from(text, (sign) => parts[sign.charCodeAt(0) - first] ?? '').join(''),
  };
}

/** Room for 54,000 different parts. */
const first = 0x100;
