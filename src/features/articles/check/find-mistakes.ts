/** Finds what to check before an article is published. Nothing is blocked. */

import { isElsewhere } from '#shared/item-picture.ts';
import { isBrokenLink } from '../link-address.ts';

/** An element of a text, in its order. */
export type Seen = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  /** Contains a picture with alt text. */
  hasNamedPicture: boolean;
};

export type Mistake = {
  kind: 'picture' | 'port' | 'heading' | 'words' | 'empty' | 'dead';
  /** A sentence. */
  message: string;
  /** Its place: the index of its element in `seen`. */
  place: number;
  /** The element's words, or 'Picture 2' for the second picture of the text. */
  about: string;
};

export const seenTags = 'img, h1, h2, h3, h4, h5, h6, a[href]';

/** Words that say nothing about where a link leads. */
const emptyWords = new Set([
  ...['click here', 'here', 'read more', 'more', 'link', 'this link', 'click', 'this', 'this page', 'learn more'],
  ...['see here', 'read here', 'find out more', 'go here', 'details'],
]);

/** In the order of the text. */
export function findMistakes(seen: readonly Seen[]): Mistake[] {
  const mistakes: Mistake[] = [];
  // As on the page, where the title comes first: a level 1 heading lowers all others.
  const highest = seen.some(({ tag }) => tag === 'h1') ? 1 : 2;
  let level = 0;
  let pictures = 0;
  for (const [place, element] of seen.entries()) {
    const found = (kind: Mistake['kind'], message: string, about = element.text.trim()) =>
      mistakes.push({ kind, message, place, about });
    const { tag, attributes } = element;
    if (tag === 'img') {
      pictures += 1;
      if (attributes.alt === undefined) found('picture', 'This picture needs describing', `Picture ${pictures}`);
      if (hasPort(attributes.src))
        found('port', 'Visitors see a link: no picture is copied from an address with a port', attributes.src);
    } else if (tag === 'a') {
      const problem = wordsProblem(element);
      if (problem) found(...problem);
      if (isBrokenLink(attributes.href ?? '')) found('dead', 'This link has an address that no browser can open');
    } else if (element.text.trim() !== '') {
      const next = Number(tag.slice(1));
      if (level > 0 && next > level + 1) found('heading', `This heading skips from level ${level} to level ${next}`);
      if (level === 0 && next > highest)
        found(
          'heading',
          `This text begins with a heading of level ${next} instead of ${highest === 1 ? '1' : '1 or 2'}`,
        );
      level = next;
    }
  }
  return mistakes;
}

/** As `fetchPublic` refuses it. */
function hasPort(src = ''): boolean {
  return isElsewhere(src) && URL.canParse(src) && new URL(src).port !== '';
}

function wordsProblem({ text, hasNamedPicture, attributes }: Seen): [Mistake['kind'], string, string?] | null {
  const words = text.replace(/[\s\u00a0]+/g, ' ').trim();
  if (words === '' && !hasNamedPicture) return ['empty', 'This link has no text', attributes.href ?? ''];
  const bare = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
  return emptyWords.has(bare) ? ['words', `“${words}” does not say where this link leads`, ''] : null;
}
