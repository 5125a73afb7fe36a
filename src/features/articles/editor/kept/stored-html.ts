/**
 * What the editor writes and what is stored, piece by piece: whatever no one touches comes back to the byte, also where the editor
 * says the same in other words (`<b>`, a blank between two paragraphs, a link that opens in place).
 */
import { Delta } from 'quill/core.js';
import { readHtml, writeHtml } from '#shared/html-tree.ts';
import { meaningOf, piecesOf } from './meaning.ts';

/** `shown`: `stored` as the editor writes it. */
export type Piece = { stored: string; shown: string };

export function htmlPieces(html: string): string[] {
  return piecesOf(readHtml(html)).map(writeHtml);
}

/** `written` by the editor, in the words of `pieces` wherever it says the same. */
export function withStored(pieces: Piece[], written: string): string {
  const signs = createSigns();
  const [before, after] = [pieces.map(({ shown }) => shown), htmlPieces(written)].map(signs.write);
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
      result += merged(change.gone, change.come) + storedIn(rest.slice(0, retain));
      change = { gone: [], come: '' };
    }
    rest = rest.slice(Number(retain ?? gone ?? 0));
  }
  return result;
}

/** What was typed into `pieces`, in their words. */
function merged(pieces: Piece[], written: string): string {
  if (written === '' || storedIn(pieces) === '') return written;
  const signs = createSigns();
  const [shown, stored, now] = [pieces.map((piece) => piece.shown).join(''), storedIn(pieces), written].map((html) =>
    signs.write(html.match(/<[^<>]*>|[^<]/gu) ?? []),
  ) as [Delta, Delta, Delta];
  const meaning = meaningOf(written);
  // Where both add something at one place, either may come first.
  const ways = [false, true].map((isFirst) => stored.compose(shown.diff(stored).transform(shown.diff(now), isFirst)));
  const found = ways.map((way) =>
    signs.read(way.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')),
  );
  return found.find((html) => meaningOf(html) === meaning) ?? written;
}

function storedIn(pieces: Piece[]): string {
  return pieces.map(({ stored }) => stored).join('');
}

/** Each part as one character, so that parts are compared as characters are. */
function createSigns() {
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
