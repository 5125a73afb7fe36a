import { folded } from '#shared/fold.ts';

/** Around each character of a text, once more at its end. */
export const mark = '\u001f';

/** What the index of SQLite holds of a text: the folded text, and each of its characters alone, for short terms. */
export function searchText(text: string): string {
  const whole = folded(text);
  return `${whole}\n\n${mark}${[...new Set(whole)].join(mark)}${mark}`;
}
