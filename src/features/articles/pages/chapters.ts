import { decodeEntities } from '#shared/html/entities.ts';

export type Chapter = { id: string; title: string; level: 2 | 3 };

const fewest = 3;

/** The headings of a body that can be linked to; none if there are fewer than three. */
export function listChapters(content: string): Chapter[] {
  const chapters = [...content.matchAll(/<h([23])( [^<>]*)>/g)].flatMap(
    ({ 0: tag, 1: level, 2: attributes = '', index }) => {
      const id = / id="([^"]+)"/.exec(attributes)?.[1];
      const start = index + tag.length;
      const title = textOf(content.slice(start, content.indexOf(`</h${level}>`, start)));
      return id && title ? [{ id, title, level: level === '2' ? (2 as const) : (3 as const) }] : [];
    },
  );
  return chapters.length < fewest ? [] : chapters;
}

function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, '')).trim();
}
