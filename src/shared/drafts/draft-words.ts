/** How a text that is not saved yet is named where it is offered. */
import { withoutControls } from '../text.ts';

export const draftWordsLimit = 160;

type Named = { title: string; words: string };

/** The title and the first words of what a form holds; both may be empty. */
export function draftWords(values: object): Named {
  const { title, name, content, description, bio, position } = values as Record<string, unknown>;
  const text = [wordsOf(content), plain(description), plain(bio), plain(position)].find(Boolean) ?? '';
  return { title: cut(plain(title) || plain(name)), words: cut(text) };
}

function wordsOf(html: unknown): string {
  if (typeof html !== 'string') return '';
  // The beginning is enough, however long the text is.
  const text = html.slice(0, 4000).replace(/<[^<>]*>/g, ' ');
  return plain(text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? ' '));
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function plain(value: unknown): string {
  return typeof value === 'string' ? withoutControls(value.slice(0, 4000)).split(/\s+/).filter(Boolean).join(' ') : '';
}

function cut(text: string): string {
  if (text.length <= draftWordsLimit) return text;
  // Half a sign is none.
  return `${text.slice(0, draftWordsLimit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
