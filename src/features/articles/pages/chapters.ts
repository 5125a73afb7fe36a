import { decodeEntities } from '#shared/html/entities.ts';
import { countWords } from '../article.ts';

export type Chapter = { id: string; title: string; level: 2 | 3 };

/** In words; a shorter text is scrolled just as quickly. */
const fewestWords = 1500;

/** The headings of a long body that can be linked to; none if there is only one, or the text is short. */
export function listChapters(content: string): Chapter[] {
  // A word takes at least a letter and a space.
  if (content.length < 2 * fewestWords - 1) return [];
  const chapters = [...content.matchAll(/<h([23])( [^<>]*)>/g)].flatMap(
    ({ 0: tag, 1: level, 2: attributes = '', index }) => {
      const id = / id="([^"]+)"/.exec(attributes)?.[1];
      const start = index + tag.length;
      const title = textOf(content.slice(start, content.indexOf(`</h${level}>`, start)));
      return id && title ? [{ id, title, level: level === '2' ? (2 as const) : (3 as const) }] : [];
    },
  );
  if (chapters.length < 2 || countWords(content.replace(/<[^<>]*>/g, ' ')) < fewestWords) return [];
  return chapters;
}

function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, '')).trim();
}
