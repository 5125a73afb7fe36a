/** Names an unsaved draft by its title and first words. */
import { decodeEntities } from '../html/entities.ts';
import { withoutControlCharacters } from '../text.ts';

export const draftExcerptLimit = 160;

/** Both may be empty; each is cut to `draftExcerptLimit` characters. */
export function draftExcerpt(values: object): { title: string; words: string } {
  const { title, name, subject, content, note, text, description, bio, position } = values as Record<string, unknown>;
  const words = [wordsOf(content), wordsOf(note), ...[text, description, bio, position].map(plain)].find(Boolean) ?? '';
  return { title: cut(plain(title) || plain(name) || plain(subject)), words: cut(words) };
}

function wordsOf(html: unknown): string {
  if (typeof html !== 'string') return '';
  // The beginning is enough, however long the text is.
  const text = html.slice(0, 4000).replace(/<[^<>]*>/g, ' ');
  return plain(decodeEntities(text));
}

function plain(value: unknown): string {
  return typeof value === 'string'
    ? withoutControlCharacters(value.slice(0, 4000)).split(/\s+/).filter(Boolean).join(' ')
    : '';
}

function cut(text: string): string {
  if (text.length <= draftExcerptLimit) return text;
  // Never half a surrogate pair.
  return `${text.slice(0, draftExcerptLimit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
