import { pluralise } from '#shared/text.ts';
import type { Manifest } from './manifest.schema.ts';

/** '312 articles, 4,120 pictures'. */
export function manifestText({ tables }: Pick<Manifest, 'tables'>): string {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  return contentsText({ articles: rowsOf('articles'), pictures: rowsOf('uploads') });
}

export function contentsText({ articles, pictures }: { articles: number; pictures: number }): string {
  return `${pluralise(articles, 'article')}, ${pluralise(pictures, 'picture')}`;
}

/** 'Rehearsed on 21 Nov: 312 articles, 4,120 pictures, all right.' */
export function rehearsedText(at: string, timeZone: string, contents: { articles: number; pictures: number }): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone }).format(new Date(at));
  return `Rehearsed on ${day}: ${contentsText(contents)}, all right.`;
}

/** '4.2 MB', of a million bytes each, as systems show files. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const at = Math.min(Math.floor(Math.log10(Math.max(1, bytes)) / 3), units.length - 1);
  const value = bytes / 1000 ** at;
  return `${value.toFixed(at === 0 || value >= 100 ? 0 : 1)} ${units[at]}`;
}

export function countsOrZero({ articles, pictures }: { articles: number | null; pictures: number | null }) {
  return { articles: articles ?? 0, pictures: pictures ?? 0 };
}
