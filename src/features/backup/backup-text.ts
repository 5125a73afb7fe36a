import { pluralise } from '#shared/text.ts';
import type { Manifest } from './manifest.schema.ts';

type Contents = { articles: number | null; pictures: number | null };

export function contentsOf({ tables }: Pick<Manifest, 'tables'>): { articles: number; pictures: number } {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  return { articles: rowsOf('articles'), pictures: rowsOf('uploads') };
}

/** '312 articles, 4,120 pictures'. */
export function contentsText({ articles, pictures }: Contents): string {
  return `${pluralise(articles ?? 0, 'article')}, ${pluralise(pictures ?? 0, 'picture')}`;
}

/** 'Rehearsed on 21 Nov: 312 articles, 4,120 pictures, all right.' */
export function rehearsedText(at: string, timeZone: string, contents: Contents): string {
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
